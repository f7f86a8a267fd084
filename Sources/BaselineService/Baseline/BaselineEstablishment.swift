// Establishment of a baseline from sessions (the article ChangeDetection).

public import VoiceTypes

/// Baseline that a new version replaces.
public struct BaselineToAmend: Sendable {
  /// Baseline to replace.
  public var baseline: VocalBaseline

  /// Reference to it in the new version.
  public var reference: BaselineParent

  /// Creates a baseline to replace.
  public init(baseline: VocalBaseline, reference: BaselineParent) {
    self.baseline = baseline
    self.reference = reference
  }
}

/// Rules that turn recordings of one person into a baseline.
public struct BaselineEstablishment: Sendable {
  private let person: BaselinePerson
  private let context: String
  private let parent: BaselineToAmend?
  private let minimums: [RecordingMinimum]
  private let voices: SpeakerMismatchRule

  /// Default occasion of a baseline.
  public static let usualContext = "onboarding"

  /// Creates the rules for one person; recordings must meet `minimums`.
  public init(
    of person: BaselinePerson, context: String = usualContext, amending parent: BaselineToAmend?,
    minimums: [RecordingMinimum], voices: SpeakerMismatchRule = .rejectMismatch
  ) {
    self.person = person
    self.context = context
    self.parent = parent
    self.minimums = minimums
    self.voices = voices
  }

  /// Establishes a baseline from recordings, or rejects it with reasons. The notes are for the
  /// reader.
  public func establish(
    from vowels: [MeasuredVowel]
  ) -> (outcome: BaselineDocument.Outcome, notes: [String]) {
    let kept = parent.flatMap { $0.reference.keepsSessions ? $0.baseline : nil }
    let earlier = kept?.sessions ?? []
    let grouping = SessionGrouping(
      vowels,
      judgedBy: BaselineValidation(
        for: .baseline, minimums: minimums, category: person.category, age: person.age),
      earlier: Set(earlier.flatMap(\.used).compactMap(\.sha256)))
    let set = SessionSet(
      sessions: SessionGrouping.inOrder(earlier + grouping.sessions) { $0.recordedAt },
      conditions: [kept?.conditions].compactMap { $0 } + grouping.conditions)
    let apart = SpeakerMismatch(among: earlier.compactMap(\.voice) + grouping.voices)
    let reasons =
      personFaults + set.faults
      + (voices == .rejectMismatch ? [apart?.fault].compactMap { $0 } : [])
    guard reasons.isEmpty, let conditions = set.commonConditions else {
      return (
        .rejected(
          BaselineRejection(
            person: person, context: context, sessions: grouping.sessions, reasons: reasons)),
        []
      )
    }
    let baseline = VocalBaseline(
      status: set.status, person: person, context: context, conditions: conditions,
      sessions: set.sessions, parent: parent?.reference)
    return (
      .accepted(baseline),
      set.notes + [apart?.message].compactMap { $0 } + baseline.notesOnMissingFamilies
    )
  }

  private var personFaults: [BaselineFault] {
    guard let parent, parent.baseline.person.userID != person.userID else { return [] }
    return [
      BaselineFault(BaselineText.anotherPerson)
    ]
  }
}

extension VocalBaseline {
  /// Creates a baseline and computes its measures from its sessions.
  public init(
    status: BaselineStatus, person: BaselinePerson, context: String,
    conditions: RecordingConditions, sessions: [VoiceSession], parent: BaselineParent?
  ) {
    let usual = BaselineValues(of: sessions.map(\.values))
    self.init(
      status: status, person: person, context: context, conditions: conditions,
      sessions: sessions,
      measures: ChangeMeasure.all.compactMap { followed in
        usual[followed.measure].map { BaselineMeasure(followed, $0) }
      }, parent: parent)
  }

  /// Notes on feature groups without a primary endpoint, whose changes cannot be detected.
  var notesOnMissingFamilies: [String] {
    let present = Set(measures.filter(\.isPrimary).compactMap(\.family))
    let missing = FeatureGroup.allCases.filter { !present.contains($0) }
    guard !missing.isEmpty else { return [] }
    let names = missing.map(\.words).joined(separator: ", ")
    let types = sessions.flatMap(\.used).compactMap(\.signalType)
    let isRegular = types.isEmpty || types.contains(1)
    return [
      TextCatalogue.comparisons.filled(
        isRegular ? "note.group_without_value" : "note.group_too_irregular",
        ["measures": names, "type": "\(types.max() ?? 0)"])
    ]
  }
}

extension BaselineMeasure {
  fileprivate init(_ followed: ChangeMeasure, _ value: BaselineValue) {
    let scale = followed.scale
    self.init(
      followed.measure, family: followed.family, isPrimary: followed.isPrimary, scale: scale,
      of: value, usual: scale.value(value.mean))
    guard let known = followed.variation else { return }
    let usual = ShrunkenVariation(of: value, among: known)
    let range = usual.personalRange(ofMeanOf: SessionValues.completeVowels, on: scale)
    variation = Variation(
      populationSD: usual.population, standardDeviation: usual.standardDeviation,
      degreesOfFreedom: usual.degreesOfFreedom, low: range.low, high: range.high)
  }
}

extension VoiceSession {
  /// F0 of a session without available recordings.
  var voice: SpeakerMismatch.Voice? {
    values[.f0Mean].map { SpeakerMismatch.Voice(name: "session \(id)", f0: $0.f0) }
  }
}
