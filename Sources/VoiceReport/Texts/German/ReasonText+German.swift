// Why a measure has no number, in German; a case for each sentence, so that the compiler asks for it.

internal import VoiceTypes

extension ReasonText {
  /// The sentence with `{name}` where something is filled in, as the English one has it.
  var german: String {
    switch self {
    case .notInTier:
      "die schnelle Auswertung enthält diesen Messwert nicht; mit --tier comprehensive anfordern"
    case .notRequested:
      "dieser Messwert war nicht angefordert; in --measures nennen oder die Option weglassen"
    case .takenByName:
      "dieser Messwert dauert lange und war nicht angefordert; in --measures nennen"
    case .notCarried: "die Version, die dieses Dokument schrieb, kennt diesen Messwert nicht"
    case .noVoicing: "im ausgewerteten Abschnitt wurde kein stimmhaftes Fenster gefunden"
    case .noVoicedWindow:
      "keines der {count} Fenster von 30 ms des Gesprochenen ist stimmhaft"
    case .noFormant: "kein Fenster des ausgewerteten Abschnitts hat einen Formanten {number}"
    case .tooFewPeriods, .tooFewVoicedFrames:
      "nötig: {needed} {things}, gefunden: {found}"
    case .tooShort: "nötig: {needed}, gefunden: {found}"
    case .tooShortOf: "nötig: {needed} {things}, gefunden: {found}"
    case .tooShortAround: "nötig: {needed}, gefunden: {found} Ton um {place}"
    case .tooShortSteady:
      "nötig ist ein gleichmäßiger Abschnitt von {needed} s, gefunden: {found} s; den Vokal länger "
        + "halten"
    case .signalType:
      "die Stimme ist für diesen Messwert zu unregelmäßig (Signaltyp {type}); das kann an der "
        + "Aufnahme oder an der Stimme liegen"
    case .unsureF0: "F0 ist nicht sicher genug, um ihr zu folgen"
    case .clipped:
      "höchstens {needed} % der Abtastwerte dürfen voll ausgesteuert sein, gefunden: {found} %"
    case .lowSNR: "nötig ist ein Störabstand von {needed} dB, gefunden: {found} dB"
    case .noLouderThanPauses: "die Stimme ist nicht lauter als die Pausen der Aufnahme"
    case .digitalSilence:
      "der ausgewertete Abschnitt ist digitale Stille; es gibt keine Energie zu messen"
    case .pitchRangeUnstable:
      "der Median von F0 ist {f0} im Bereich {range}, aber {other_f0} in {other_range}; den "
        + "Bereich, der die Stimme enthält, mit --pitch-range angeben"
    case .bandwidthLimited:
      "nötig sind Frequenzen bis {needed}, die Aufnahme enthält nichts oberhalb von {found}; ohne "
        + "Telefonat, drahtloses Headset und Kompression aufnehmen"
    case .rateTooLowForBand:
      "nötig sind Frequenzen bis {needed}, die Abtastrate trägt bis {found}"
    case .rateTooLow:
      "nötig ist eine Abtastrate von mindestens {needed}, die Aufnahme hat {found}"
    case .rateTooLowForFloor:
      "eine Untergrenze von {floor} braucht eine Abtastrate von mindestens {needed}, die Aufnahme "
        + "hat {found}"
    case .numericOverflow:
      "die Abtastwerte sind zu groß für die Berechnung; die Aufnahme leiser skalieren"
    case .noTremor:
      "keine Modulation von {contour} zwischen {low} und {high} hebt sich von ihren zufälligen "
        + "Schwankungen ab"
    case .tremorTooSmall:
      "die Modulation von {contour} bei {frequency} ist zu klein: nötig sind {needed} % des "
        + "Mittels nach jeder Seite"
    case .notSteady:
      "zu keiner Zeit bleibt die Stimme {held} lang innerhalb von {semitones} Halbton und "
        + "{decibels} dB, sie wird also nie gleichmäßig"
    case .lowFrequencyNoise:
      "tiefe Geräusche dürfen höchstens bei {needed} dB zur Stimme liegen, gefunden: {found} dB"
    case .dropouts:
      "nötig ist eine Stimme ohne Lücke von {needed} s, gefunden: eine von {found} s"
    case .notHeld:
      "nötig sind {needed} % des Abschnitts auf einer Tonhöhe und mit einem Klang, gefunden: "
        + "{found} %"
    case .octaveAmbiguous:
      "F0 ist {low} Hz oder {high} Hz: das Signal wiederholt sich jeden zweiten Zyklus und sagt "
        + "nicht, welche die Tonhöhe ist; den Bereich, der eine davon enthält, mit --pitch-range "
        + "angeben"
    case .cyclesMissing:
      "nötig ist eine Stimme, in der nichts fehlt: keine Stelle darf um mehr als das {needed}-Fache "
        + "dessen aus dem Takt sein, was ihre Zyklen selbst es sind, gefunden: das {found}-Fache"
    case .framesDropped:
      "nötig ist eine Aufnahme, von der höchstens {needed} Abtastwerte verloren gingen, gefunden: "
        + "{found}"
    case .notAVowel:
      "dies ist ein vorgelesener Text; was an einem gehaltenen Vokal gemessen wird, sagt nichts "
        + "über ihn"
    case .belowFloor:
      "F0 ist {f0} Hz und sinkt unter die Untergrenze der Harmonizitätsmessung, {floor}; eine von "
        + "{would_do} Hz würde genügen: --preset praat nimmt sie aus --pitch-range"
    }
  }
}
