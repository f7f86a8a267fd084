// What a signal type rests on, in German.

internal import VoiceTypes

extension EvidenceText {
  /// The sentence with `{name}` where something is filled in, as the English one has it.
  var german: String {
    switch self {
    case .unpitched: "kein Fenster des Abschnitts hat eine Tonhöhe"
    case .voicing: "{share} % der Fenster haben eine Tonhöhe (nötig {needed} %)"
    case .strength: "die mittlere Stärke der Tonhöhe ist {strength} (nötig {needed})"
    case .jitterWithoutAlternation:
      "die Perioden unterscheiden sich um {found} %, ohne abzuwechseln (Grenze {limit} %)"
    case .cepstralPeak:
      "der Gipfel des Cepstrums hebt sich um {found} dB ab (nötig {needed} dB)"
    case .similarCycles:
      "{share} % der Nachbarzyklen sind ähnlich genug für einen Vergleich (nötig {needed} %)"
    case .breaks:
      "Stimmabbrüche machen {share} % des Abschnitts aus, {count} an der Zahl (Grenze {limit} %)"
    case .noBreak: "kein Stimmabbruch"
    case .jumps: "Sprünge von F0 um eine halbe Oktave oder mehr: {count} (erlaubt 0)"
    case .noAlternation: "kein Abwechseln der Zyklen, kein Sprung von F0"
    case .jitter: "Jitter (lokal) ist {found} % (Grenze {limit} %)"
    case .readWithCare:
      "die mittlere Stärke liegt unter {limit}: Jitter und Shimmer mit Vorsicht lesen"
    case .periodsAlternate: Self.alternation(of: "die Perioden")
    case .amplitudesAlternate: Self.alternation(of: "die Amplituden")
    case .secondCycleRepeats:
      "die Stimme wiederholt sich jeden zweiten Zyklus: ungerade Vielfache der gefundenen Tonhöhe "
        + "liegen {decibels} dB unter den geraden (Grenze {limit} dB), und die Korrelation eine "
        + "halbe Wiederholung weiter ist {strength} (Grenze {strength_limit})"
    case .secondExcitation:
      "die Stimme wiederholt sich jeden zweiten Zyklus: zwischen zwei Anregungen liegt eine weitere "
        + "von {height} % ihrer Höhe (Grenze {limit} %)"
    case .slowRepetition:
      "unterhalb des Tonhöhenbereichs wiederholt sich die Stimme mit {frequency} Hz bei einer Stärke "
        + "von {strength} (Grenze {strength_limit}), ungerade Vielfache {decibels} dB unter den "
        + "geraden (Grenze {limit} dB)"
    }
  }

  private static func alternation(of what: String) -> String {
    "\(what) wechseln um {found} % ab (Grenze {limit} %), das sind {share} % ihrer Änderung von "
      + "Zyklus zu Zyklus (Grenze {share_limit} %, durch Zufall 16 %), in {presence} % des "
      + "Abschnitts (Grenze {presence_limit} %)"
  }
}
