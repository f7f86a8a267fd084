// The texts of follow-up sessions on the page: a case for each, in both languages.

/// A text of the page about follow-up sessions; the raw values are its keys.
enum FollowUpPhrase: String, CaseIterable, Sendable {
  case start = "follow_up_start"
  case from = "follow_up_from"
  case how = "follow_up_how"
  case step = "step_compared"
  case heading = "follow_up_heading"
  case comparing = "follow_up_comparing"
  case refused = "follow_up_refused"
  case usual = "follow_up_usual"
  case larger = "follow_up_larger"
  case lasting = "follow_up_lasting"
  case alerted = "follow_up_alerted"
  case added = "follow_up_added"
  case apart = "follow_up_apart"
  case notCompared = "follow_up_not_compared"
  case table = "compare_heading"
  case range = "compare_range"
  case session = "compare_session"
  case change = "compare_change"
  case unchanged = "change_no_change_detected"
  case possible = "change_possible"
  case beyond = "change_larger_than_usual_variation"

  /// The text in a language.
  func text(_ language: PageLanguage) -> String {
    let (english, german) = texts
    switch language {
    case .english: return english
    case .german: return german
    }
  }

  private var texts: (english: String, german: String) {
    switch self {
    case .start: ("Record a follow-up session", "Weitere Sitzung aufnehmen")
    case .from:
      ("You can record again from {1} on.", "Ab dem {1} können Sie wieder aufnehmen.")
    case .how:
      (
        "The same recordings as before. Please use the same microphone at the same distance.",
        "Dieselben Aufnahmen wie beim letzten Mal. Bitte mit demselben Mikrofon im selben Abstand."
      )
    case .step: ("Comparison", "Vergleich")
    case .heading: ("Your new session", "Ihre neue Sitzung")
    case .comparing:
      (
        "Your session is being compared with your baseline …",
        "Ihre Sitzung wird mit Ihrem Ausgangswert verglichen …"
      )
    case .refused:
      ("This session cannot be compared", "Diese Sitzung lässt sich nicht vergleichen")
    case .usual:
      (
        "No measure is beyond your usual range.",
        "Kein Wert liegt außerhalb Ihres üblichen Bereichs."
      )
    case .larger:
      (
        "Beyond your usual range in this session: {1}.",
        "In dieser Sitzung außerhalb Ihres üblichen Bereichs: {1}."
      )
    case .lasting:
      (
        "A session on another day shows whether this lasts.",
        "Eine Sitzung an einem anderen Tag zeigt, ob das anhält."
      )
    case .alerted:
      (
        "A change is reported: {1}. Many things change these numbers: loudness, microphone, a cold, "
          + "time of day.",
        "Eine Änderung wird gemeldet: {1}. Vieles ändert diese Werte: Lautstärke, Mikrofon, eine "
          + "Erkältung, die Tageszeit."
      )
    case .added:
      ("The session is part of your baseline.", "Die Sitzung gehört jetzt zu Ihrem Ausgangswert.")
    case .apart:
      (
        "The session is not part of your baseline.",
        "Die Sitzung gehört nicht zu Ihrem Ausgangswert."
      )
    case .notCompared: ("Not compared: {1}", "Nicht verglichen: {1}")
    case .table: ("Compared with your baseline", "Verglichen mit Ihrem Ausgangswert")
    case .range: ("Usual range", "Üblicher Bereich")
    case .session: ("This session", "Diese Sitzung")
    case .change: ("Comparison", "Vergleich")
    case .unchanged: ("no change", "keine Änderung")
    case .possible: ("possible change", "mögliche Änderung")
    case .beyond: ("beyond the usual range", "außerhalb des üblichen Bereichs")
    }
  }
}
