// What a check of a recording says, in German.

internal import VoiceTypes

extension CheckText {
  /// The sentence with `{name}` where something is filled in, as the English one has it.
  var german: String { [germanFinding, germanHint].compactMap(\.self).joined(separator: "; ") }

  /// The finding of the sentence.
  var germanFinding: String { germanParts.finding }

  /// The advice of the sentence; nil where there is none.
  var germanHint: String? { germanParts.hint }

  private var germanParts: (finding: String, hint: String?) {
    switch self {
    case .short: ("die Aufnahme dauert {found} s", "den Vokal 2 s oder länger halten")
    case .tooShort: ("die Aufnahme dauert {found} s, zu kurz", "den Vokal 2 s oder länger halten")
    case .tooLong:
      (
        "die Aufnahme dauert {found} s, zu lang",
        "einen gehaltenen Vokal von 2 bis 10 s ausschneiden"
      )
    case .ownRate:
      (
        "gemessen mit {rate} Hz, der eigenen Rate, ohne Umrechnen",
        "mit 44100 Hz aufnehmen, um Gleiches mit Gleichem zu vergleichen"
      )
    case .lowRate:
      (
        "gemessen mit {rate} Hz, der eigenen Rate, zu niedrig für Jitter und Shimmer",
        "mit 44100 Hz aufnehmen"
      )
    case .tooLowRate:
      (
        "gemessen mit {rate} Hz, der eigenen Rate, zu niedrig",
        "mit 44100 Hz aufnehmen, denn Umrechnen fügt nichts hinzu"
      )
    case .oneOfSeveral:
      (
        "nur Kanal {channel} von {channels} wurde gemessen, nie eine Mischung",
        "mono aufnehmen, oder den Kanal der Stimme mit --channel wählen"
      )
    case .louderOfSeveral:
      (
        "nur Kanal {channel} von {channels} wurde gemessen, nie eine Mischung",
        "Kanal {loud_channel} ist viel lauter: diesen mit --channel {loud_channel} messen"
      )
    case .wrongBlock:
      (
        "der Kopf nennt Blöcke von {bytes} Bytes für Kanäle × Bits = {channels} × {bits}",
        "prüfen, ob die Aufnahme {channels} × {bits} hat, wie sie gelesen wurde, und sie mit "
          + "einem anderen Programm neu speichern"
      )
    case .lostEnd:
      ("{missing} des angekündigten Tons fehlen am Ende", "die Datei noch einmal kopieren")
    case .zeroedEnd:
      (
        "{missing} des angekündigten Tons fehlen am Ende und wurden als Nullen genommen, wie "
          + "Praat sie nimmt",
        "die Datei noch einmal kopieren"
      )
    case .lengthNotStated:
      (
        "der Kopf nennt keine Länge, ein verlorenes Ende fiele also nicht auf",
        "prüfen, ob die Aufnahme so lang ist, wie sie sein soll"
      )
    case .soundBehind:
      (
        "{found} s hinter dem Ende, das der Kopf nennt, wurden nicht gemessen",
        "wenn sie zur Aufnahme gehören, die Datei als Rohdaten in einen Audioeditor einlesen und "
          + "neu speichern"
      )
    case .misstatedChunk:
      (
        "der Block „{chunk}“ vor dem Ton ist kürzer oder länger, als er angibt",
        "die Aufnahme mit einem anderen Programm neu speichern"
      )
    case .allZero:
      ("alle Abtastwerte sind null", "prüfen, ob das Mikrofon angeschlossen und nicht stumm ist")
    case .channelIsZero:
      (
        "alle Abtastwerte sind null, die von Kanal {loud_channel} aber nicht: diesen mit "
          + "--channel {loud_channel} messen",
        nil
      )
    case .faint:
      ("die Aufnahme ist leise", "näher ans Mikrofon gehen oder den Eingangspegel anheben")
    case .channelIsFaint:
      (
        "der Kanal ist leise, Kanal {loud_channel} aber nicht: diesen mit --channel "
          + "{loud_channel} messen",
        nil
      )
    case .closeToFullScale:
      ("die Aufnahme kommt der Vollaussteuerung nahe", "den Eingangspegel senken und neu aufnehmen")
    case .noPeak: ("alle Abtastwerte sind null, also gibt es keine Spitze", nil)
    case .clipping:
      (
        "{share} % der Abtastwerte sind voll ausgesteuert, bis zu {run} hintereinander",
        "den Eingangspegel senken und neu aufnehmen"
      )
    case .fewBits:
      ("{bits} Bit je Abtastwert bringen eigenes Rauschen mit", "mit 16 Bit oder mehr aufnehmen")
    case .offCentre:
      (
        "die Abtastwerte liegen nicht um null, was die Messung berücksichtigt",
        "das Aufnahmegerät prüfen lassen"
      )
    case .mostlySilent:
      ("der größte Teil der Aufnahme enthält keine Stimme", "den Vokal länger halten")
    case .noSpectrum: ("es wurde zu wenig Stimme gefunden, um zu sagen, wo ihr Spektrum endet", nil)
    case .bandOfRate:
      ("die Abtastrate trägt nichts oberhalb von {found} Hz", "mit 44100 Hz aufnehmen")
    case .bandOfRecording:
      (
        "die Aufnahme enthält nichts oberhalb von {found} Hz, wie nach einem Telefonat, "
          + "drahtlosem Headset oder Kompression",
        "eine unkomprimierte Datei mit eingebautem oder angeschlossenem Mikrofon aufnehmen"
      )
    case .noVoiceForRumble:
      ("es wurde zu wenig Stimme gefunden, um tiefe Geräusche damit zu vergleichen", nil)
    case .nothingLow: ("unterhalb der Stimme ist nichts, oder nichts anderes", nil)
    case .rumble:
      (
        "unter der Stimme liegt ein Rumpeln",
        "weg von Maschinen und Verkehr gehen, das Mikrofon auf etwas Weiches stellen oder aus "
          + "dem Atem halten"
      )
    case .noVoiceForDropouts: ("es wurde keine Stimme gefunden, in der etwas fehlen könnte", nil)
    case .dropouts:
      (
        "die Stimme ist mittendrin {time} ms lang abgeschnitten, wie von einer Rauschsperre oder "
          + "durch verlorene Daten",
        "Rauschunterdrückung abschalten oder auf dem Gerät in eine Datei aufnehmen"
      )
    case .fewBitsForGate: ("mit so wenigen Bits ist Stille ohnehin digitale Stille", nil)
    case .noiseGate:
      (
        "die Aufnahme ist stellenweise digitale Stille, wie kein Mikrofon sie liefert: "
          + "Rauschunterdrückung, eine Rauschsperre oder ein Schnitt",
        "abschalten, was den Ton bearbeitet"
      )
    case .tooShortForLevel: ("der gemessene Abschnitt ist zu kurz, um seinem Pegel zu folgen", nil)
    case .levelRange:
      (
        "der Pegel steigt und fällt, während die Stimme gehalten wird",
        "automatische Aussteuerung abschalten, den Abstand halten, und den Vokal gleich laut "
          + "halten"
      )
    case .tooShortForVowel:
      ("der gemessene Abschnitt ist zu kurz, um zu sagen, ob ein Vokal gehalten wurde", nil)
    case .pitchTravels:
      (
        "die Tonhöhe wandert im gemessenen Abschnitt, wie beim Sprechen und Singen",
        "einen Vokal auf einer Tonhöhe halten"
      )
    case .soundChanges:
      (
        "der Klang des Vokals ändert sich im gemessenen Abschnitt, wie beim Sprechen und Singen",
        "einen Vokal auf einer Tonhöhe halten"
      )
    case .bothChange:
      (
        "Tonhöhe und Klang des Vokals ändern sich im gemessenen Abschnitt, wie beim Sprechen und "
          + "Singen",
        "einen Vokal auf einer Tonhöhe halten"
      )
    case .notRegularForGap:
      ("nur ein gehaltener Vokal einer regelmäßigen Stimme sagt, ob etwas davon fehlt", nil)
    case .noVoiceForGap:
      ("es wurde zu wenig Stimme gefunden, um zu sagen, ob etwas davon fehlt", nil)
    case .gap:
      (
        "in der Stimme fehlt bei etwa {time} s etwas: ihre Zyklen sind dort plötzlich aus dem "
          + "Takt",
        "andere Programme schließen oder auf dem Gerät in eine Datei aufnehmen, und noch einmal "
          + "aufnehmen"
      )
    case .processing:
      (
        "der Browser hat den Ton beim Aufnehmen bearbeitet ({things}), was die Messwerte "
          + "verschiebt",
        "einen Browser oder ein Mikrofon verwenden, bei dem sich das abschalten lässt"
      )
    case .processingNotTold:
      (
        "der Browser sagt nicht, ob er den Ton bearbeitet hat ({things})",
        "einen verwenden, der es sagt"
      )
    case .droppedFrames:
      (
        "der Browser hat {count} Abtastwerte der Aufnahme verloren",
        "andere Programme schließen und noch einmal aufnehmen"
      )
    case .framesNotCounted: ("niemand hat gezählt, wie viel unterwegs verloren ging", nil)
    case .narrowCapture:
      (
        "das Mikrofon liefert {found} Abtastwerte je Sekunde, wie ein drahtloses Headset",
        "mit eingebautem oder angeschlossenem Mikrofon aufnehmen"
      )
    case .resampled:
      (
        "das Mikrofon liefert {found} Abtastwerte je Sekunde, aufgenommen wurde mit {rate}",
        "beide auf eine Rate stellen, denn Umrechnen filtert den Ton"
      )
    case .captureRateNotTold: ("die Rate des Mikrofons wurde nicht genannt", nil)
    case .noVoiceForNoise:
      ("es wurde keine Stimme gefunden, mit der die Pausen zu vergleichen wären", nil)
    case .noLouderThanPauses:
      ("die Stimme ist nicht lauter als die Pausen", "einen ruhigeren Ort suchen")
    case .loudBackground:
      ("der Hintergrund ist laut", "einen ruhigeren Ort suchen oder näher ans Mikrofon gehen")
    case .noiseUnderVoice:
      (
        "unter der Stimme liegt ein Geräusch, so gleichmäßig wie keine Stimme",
        "einen ruhigeren Ort suchen, näher ans Mikrofon gehen oder den Eingangspegel anheben"
      )
    case .digitalPauses: (Self.hidden, Self.suppressionOff)
    case .noPause: (Self.pauseless, Self.silenceBefore)
    case .digitalPausesUndecided: ("\(Self.hidden); \(Self.undecided)", Self.suppressionOff)
    case .noPauseUndecided: ("\(Self.pauseless); \(Self.undecided)", Self.silenceBefore)
    case .digitalPausesDecided: ("\(Self.hidden); \(Self.decided)", nil)
    case .noPauseDecided: ("\(Self.pauseless); \(Self.decided)", nil)
    case .noVoiceForHum:
      ("es wurde keine Stimme gefunden, mit der ein Brummen zu vergleichen wäre", nil)
    case .coveredHum:
      (
        "es gibt keine Pause von {needed}, in der ein Brummen zu hören wäre, und die Stimme "
          + "verdeckt es",
        nil
      )
    case .hiddenHum: ("es gibt digitale Stille, die ein Brummen verbirgt", nil)
    case .otherLowSounds:
      ("andere tiefe Geräusche würden ein Brummen verdecken", "abseits von Maschinen aufnehmen")
    case .hum:
      (
        "ein Netzbrummen bei {frequency} Hz liegt nahe an der Stimme",
        "weg von Netzteilen gehen, oder mit Akku aufnehmen"
      )
    }
  }

  private static let hidden = "die Pausen sind digitale Stille, die das Rauschen verbirgt"
  private static let pauseless =
    "es gibt keine Pause von {needed}, in der das Rauschen zu hören wäre"
  private static let suppressionOff = "Rauschunterdrückung abschalten"
  private static let silenceBefore = "vor dem Vokal eine Sekunde still sein"
  private static let undecided =
    "was zwischen den Harmonischen liegt, ist {found} dB unter der Stimme und kann vom Raum oder von "
    + "der Stimme sein"
  private static let decided = "zwischen den Harmonischen liegt höchstens so viel davon"
}
