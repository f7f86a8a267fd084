// Why an input is refused, and what to do, in German.

internal import VoiceTypes

extension RefusalText {
  /// The sentence with `{name}` where something is filled in, as the English one has it.
  var german: String {
    switch self {
    case .notFound: "unter diesem Pfad wurde keine Datei gefunden"
    case .notReadable: "die Eingabe konnte nicht gelesen werden: {system}"
    case .isADirectory: "dies ist ein Ordner und keine Aufnahme"
    case .tooLargeInput: "die Eingabe ist größer als {allowed} Bytes"
    case .tooLargeFile: "die Datei hat {bytes} Bytes; höchstens {allowed} werden hier gelesen"
    case .tooManySamples:
      "die Aufnahme hat {samples} Abtastwerte je Kanal, mehr als {allowed}"
    case .tooMuchMemory:
      "{samples} Abtastwerte brauchen etwa {needed} MiB Speicher; erlaubt sind {allowed} MiB"
    case .foreignContent: "\(Self.noWAV) sie beginnt wie {kind}"
    case .webPage:
      "\(Self.noWAV) sie ist eine Webseite, die ein Server statt der Aufnahme geschickt hat"
    case .serverMessage:
      "\(Self.noWAV) sie ist {kind}, vielleicht die Meldung eines Servers statt der Aufnahme"
    case .gitLFSPointer:
      "\(Self.noWAV) sie ist ein Zeiger von Git LFS, der für die Aufnahme steht"
    case .gitAnnexPointer:
      "\(Self.noWAV) sie ist ein Zeiger von git-annex, der für die Aufnahme steht"
    case .tooFewBytes: "\(Self.noWAV) sie ist kürzer als ein Kopf (Bytes: {bytes})"
    case .foreignForm:
      "\(Self.noWAV) sie ist eine RIFF-Datei der Form „{form}“ und nicht „WAVE“"
    case .noFormatChunk: "\(Self.noWAV) sie hat keinen Formatblock („fmt “)"
    case .shortFormatChunk:
      "\(Self.noWAV) ihr Formatblock hat {bytes} Bytes und braucht {needed}"
    case .noChannels: "\(Self.noWAV) ihr Kopf nennt 0 Kanäle"
    case .noSampleRate: "\(Self.noWAV) ihr Kopf nennt eine Abtastrate von 0 Hz"
    case .inconsistentBlock:
      "\(Self.noWAV) ihr Kopf nennt Blöcke von {bytes} Bytes für Kanäle × Bits = {channels} × {bits}"
    case .misstatedChunkSize:
      "\(Self.noWAV) ihr Block „{chunk}“ ist kürzer oder länger, als er angibt, und dahinter wurde kein "
        + "Ton gefunden"
    case .noLengthTable:
      "\(Self.noWAV) sie ist eine RF64-Datei ohne den Block „ds64“ mit ihren Längen"
    case .impossibleChunkSize:
      "\(Self.noWAV) ihr Block „{chunk}“ nennt {bytes} Bytes, weniger als sein eigener Kopf"
    case .truncatedAudio:
      "die Datei endet zu früh: {missing} s von {promised} s Ton fehlen"
    case .truncatedChunk:
      "die Datei endet in ihrem Block „{chunk}“, vor jedem Ton: {found} von {promised} Bytes sind da"
    case .noBytes: "die Eingabe hat gar keine Bytes"
    case .noAudioChunk: "die Datei hat keinen Tonblock („data“)"
    case .noSamples: "der Tonblock der Datei hat keinen ganzen Abtastwert"
    case .unsupportedEncoding: "die Abtastwerte sind gespeichert als {encoding}"
    case .nonFiniteSamples:
      "Abtastwerte, die keine Zahlen sind (NaN oder unendlich): {count}, der erste bei {time} s"
    case .sampleRateTooLow:
      "die Abtastrate ist {rate}; die Voreinstellung clinical braucht {needed}"
    case .sampleRateTooHigh: "die Abtastrate ist {rate} Hz, mehr als {allowed} Hz"
    case .tooShort, .speechTooShort: "die Aufnahme dauert {found}; nötig ist mehr als {needed}"
    case .tooShortForFloor, .speechTooShortForFloor:
      "die Aufnahme dauert {found}; für drei Perioden der Untergrenze von {floor} sind mindestens "
        + "{needed} nötig"
    case .tooLong: "die Aufnahme dauert {found}; gemessen wird hier weniger als {allowed}"
    case .silent: "alle Abtastwerte sind gleich: die Aufnahme enthält keinen Ton"
    case .silentChannel:
      "alle Abtastwerte von Kanal {channel} sind gleich, aber Kanal {loud_channel} enthält Ton"
    case .sampleRatesDiffer:
      "das Gesprochene hat {rate}, der Vokal {needed}; der Index wird an einem Ton aus beiden "
        + "gemessen"
    case .noSuchChannel:
      "Kanal {channel} war verlangt, und die Aufnahme hat {channels} Kanäle"
    case .noSecondChannel: "Kanal {channel} war verlangt, und die Aufnahme hat 1 Kanal"
    case .soundNotKept:
      "der Index wird am Ton beider Aufnahmen gemessen, und der von dieser wurde nicht behalten"
    case .stretchOutside:
      "der Abschnitt von {first} bis {second} s liegt nicht in der Aufnahme, die {found} dauert"
    case .stretchTooShort:
      "der verlangte Abschnitt dauert {found}; nötig ist mehr als {needed}"
    case .stretchTooShortForFloor:
      "der verlangte Abschnitt dauert {found}; für drei Perioden der Untergrenze von {floor} sind "
        + "mindestens {needed} nötig"
    case .tableRow: "die Zeile der Tabelle ist nicht brauchbar: {problems}"
    }
  }

  /// What to do.
  var germanAdvice: String {
    switch self {
    case .notFound: "die Schreibweise des Pfads prüfen, und ob der Datenträger angeschlossen ist"
    case .notReadable:
      "die Rechte der Datei prüfen, und ob sie eine gewöhnliche Datei oder eine Pipe ist"
    case .isADirectory:
      "die WAV-Dateien darin nennen, oder alle mit `sagevoice analyze --recursive` messen"
    case .tooLargeInput, .tooLargeFile, .tooManySamples:
      "den zu messenden Abschnitt ausschneiden oder die Abtastrate senken, und das speichern"
    case .tooMuchMemory, .tooLong:
      "den gehaltenen Vokal ausschneiden, oder einen von 2 bis 10 Sekunden aufnehmen"
    case .foreignContent, .tooFewBytes, .foreignForm, .noFormatChunk, .shortFormatChunk,
      .noChannels, .noSampleRate, .inconsistentBlock, .misstatedChunkSize, .noLengthTable,
      .impossibleChunkSize:
      "die Aufnahme als WAV mit 44,1 kHz, 16 Bit, mono ausgeben; Umbenennen wandelt nichts um"
    case .webPage:
      "die Adresse in einem Browser öffnen, sich dort anmelden, wenn das verlangt ist, und die Aufnahme "
        + "noch einmal herunterladen"
    case .serverMessage:
      "die Datei in einem Texteditor öffnen und lesen, und die Aufnahme noch einmal herunterladen"
    case .gitLFSPointer: "in ihrem Ordner `git lfs pull` ausführen, um die Aufnahme zu holen"
    case .gitAnnexPointer: "in ihrem Ordner `git annex get` ausführen, um die Aufnahme zu holen"
    case .truncatedAudio, .truncatedChunk:
      "die Datei noch einmal von dort kopieren, wo sie aufgenommen wurde, oder neu aufnehmen"
    case .noBytes, .noAudioChunk, .noSamples:
      "prüfen, ob die Aufnahme gespeichert war, bevor sie kopiert wurde, oder neu aufnehmen"
    case .unsupportedEncoding:
      "die Aufnahme als PCM mit 8, 16, 24 oder 32 Bit oder als float mit 32 oder 64 Bit speichern"
    case .nonFiniteSamples:
      "die Aufnahme noch einmal als PCM mit 16 Bit ausgeben; das Programm, das sie schrieb, machte "
        + "einen Fehler"
    case .sampleRateTooLow:
      "mit 44100 Hz aufnehmen; Umrechnen der Datei bringt nicht zurück, was fehlt"
    case .sampleRateTooHigh: "die Aufnahme mit 44,1 kHz speichern"
    case .tooShort, .tooShortForFloor: "einen gehaltenen Vokal von 2 bis 10 Sekunden aufnehmen"
    case .speechTooShort, .speechTooShortForFloor:
      "zwei oder mehr vorgelesene Sätze aufnehmen, 5 s oder länger"
    case .silent:
      "prüfen, ob das Mikrofon angeschlossen, erlaubt und nicht stumm ist, und neu aufnehmen"
    case .silentChannel: "diesen mit --channel {loud_channel} messen"
    case .sampleRatesDiffer:
      "beide in einer Sitzung mit einer Einstellung aufnehmen; Umrechnen verschiebt den Index"
    case .noSuchChannel: "--channel eine Zahl von 1 bis {channels} geben"
    case .noSecondChannel: "--channel weglassen"
    case .soundNotKept:
      "Vokal und Vorgelesenes zusammen abgeben, Aufnahmen mit --audio archive behalten, oder "
        + "`sagevoice avqi` mit beiden Dateien ausführen"
    case .stretchOutside: "Zeiten in der Aufnahme angeben, in Sekunden von ihrem Anfang"
    case .stretchTooShort, .stretchTooShortForFloor:
      "einen längeren Abschnitt wählen, oder den gleichmäßigen nehmen lassen"
    case .tableRow: "die Zeile berichtigen und diese Aufnahme noch einmal messen"
    }
  }

  private static let noWAV = "dies ist keine brauchbare WAV-Datei:"
}
