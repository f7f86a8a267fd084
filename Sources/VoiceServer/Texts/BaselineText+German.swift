// Why a recording makes no baseline, in German: `{name}` stands where the English sentence has it.

internal import BaselineService
internal import VoiceTypes

extension BaselineText {
  /// What was found, and what to do.
  var german: Advised {
    let steady = "einen gleichmäßigen Vokal nahe am Mikrofon in einem ruhigen Raum aufnehmen"
    let quiet =
      "einen gleichmäßigen Vokal in angenehmer Höhe und Lautstärke in einem ruhigen Raum aufnehmen"
    switch self {
    case .reading:
      return Advised(
        "dies ist ein vorgelesener Text und kein gehaltener Vokal",
        "einen gehaltenen Vokal aufnehmen")
    case .illness:
      return Advised(
        "zu dieser Aufnahme ist eine Krankheit vermerkt",
        "noch einmal aufnehmen, wenn die Stimme wie gewohnt ist")
    case .cold:
      return Advised(
        "zu dieser Aufnahme ist eine Erkältung vermerkt",
        "noch einmal aufnehmen, wenn die Stimme wie gewohnt ist")
    case .tooLong:
      return Advised(
        "die Aufnahme dauert {found} s; nötig sind weniger als {allowed} s",
        "einen gehaltenen Vokal von 2 bis 10 s aufnehmen")
    case .tooShort:
      return Advised(
        "die Aufnahme dauert {found} s; nötig sind mehr als {needed} s",
        "den Vokal 2 bis 10 s lang halten")
    case .noSignalType:
      return Advised(
        "wie regelmäßig die Stimme ist, ließ sich nicht bestimmen",
        "den Vokal 2 s oder länger halten, nahe am Mikrofon, in einem ruhigen Raum")
    case .tooIrregular:
      return Advised(
        "der Klang ist für alles, was verfolgt wird, zu unregelmäßig (Signaltyp {type}); das kann an "
          + "der Aufnahme oder an der Stimme liegen",
        quiet)
    case .irregular:
      return Advised(
        "zu unregelmäßig für Maße von Zyklus zu Zyklus (Signaltyp {type}); verfolgt werden {measures}",
        quiet)
    case .noF0: return Advised("es gibt keine F0: {problems}", steady)
    case .tooUnsureF0:
      return Advised(
        "die Sicherheit der F0 ist {found} %; nötig sind mindestens {needed} %", steady)
    case .unsureF0:
      return Advised(
        "die Sicherheit der F0 ist {found} %, unter {limit} %",
        "näher an das Mikrofon gehen, in einem ruhigen Raum")
    case .tooLittleVoice:
      return Advised(
        "{share} % des Vokals sind stimmhaft; nötig sind mindestens {needed} %",
        "den Vokal ohne Unterbrechung und ohne Flüstern halten")
    case .littleVoice:
      return Advised(
        "{share} % des Vokals sind stimmhaft, weniger als {limit} %",
        "den Vokal ohne Unterbrechung halten")
    case .vowelTooShort:
      return Advised(
        "der Vokal dauert {found} s; nötig sind mindestens {needed} s",
        "den Vokal 2 bis 10 s lang halten")
    case .missingMeasures:
      return Advised(
        "kein Wert für {measures}: {problems}",
        "den Vokal 2 s oder länger halten, in einem ruhigen Raum")
    case .f0Apart:
      return Advised(
        "die mittlere F0 von {names} ist {range}, die von {other_names} {other_range}, {semitones} "
          + "Halbtöne auseinander, wie bei zwei Personen oder in zwei Oktaven einer Stimme",
        "die Vokale alle in derselben angenehmen Höhe noch einmal aufnehmen")
    case .duplicate:
      return Advised(
        "diese Aufnahme gibt es schon, hier oder im Ausgangswert", "jeden Vokal neu aufnehmen")
    case .anotherPerson:
      return Advised(
        "der frühere Ausgangswert gehört zu jemand anderem",
        "Angaben und Ausgangswert derselben Person verwenden")
    case .noUsableRecording:
      return Advised(
        "keine der Aufnahmen ist verwendbar (gegeben: {count})",
        "die Vokale noch einmal aufnehmen, nahe am Mikrofon, in einem ruhigen Raum")
    case .noneToCompare:
      return Advised(
        "keine neue Aufnahme lässt sich vergleichen",
        "drei gehaltene Vokale von 2 bis 10 s aufnehmen")
    case .recordedAtMissing:
      return Advised(
        "es gibt {count} Sitzungen, und nicht jede Aufnahme der Sitzung {sessions} sagt, wann sie "
          + "entstand", "für jede Aufnahme ihre Zeit angeben")
    case .sessionTooLong:
      return Advised(
        "die Aufnahmen der Sitzung {sessions} liegen einen Tag oder mehr auseinander",
        "die Vokale an einem Tag aufnehmen")
    case .sessionsTooFarApart:
      return Advised(
        "die Sitzungen liegen innerhalb von {found} Tagen; erlaubt sind höchstens {allowed}",
        "neue Sitzungen aufnehmen")
    }
  }
}

extension ConditionText {
  /// The difference in German, with advice.
  var german: Advised {
    let found =
      switch sides {
      case .amongRecordings: "{first} in manchen Aufnahmen, {second} in anderen"
      case .fromBaseline: "{first} im Ausgangswert, {second} in der neuen Aufnahme"
      case .ofSession: "{first} im Ausgangswert, {second} in dieser Sitzung"
      }
    return Advised("\(kind.german): \(found)", kind.germanAdvice)
  }
}

extension ConditionDifference.Kind {
  fileprivate var german: String {
    switch self {
    case .device: "Gerät"
    case .encoding: "Format"
    case .sampleRate: "Abtastrate"
    case .preset: "Voreinstellung"
    case .settings: "Einstellungen"
    case .version: "Version"
    }
  }

  fileprivate var germanAdvice: String {
    switch self {
    case .device: "mit demselben Gerät aufnehmen"
    case .encoding, .sampleRate: "im selben Format aufnehmen und Aufnahmen nicht umwandeln"
    case .preset, .settings, .version:
      "mit dieser Version einen neuen Ausgangswert aus den Aufnahmen bilden"
    }
  }
}
