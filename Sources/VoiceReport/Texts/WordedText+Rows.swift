// The rows of texts that are recognised by their words.

extension WordedText {
  /// What is filled in to sentences of the catalogue.
  static let things = [
    WordedText("periods", "Perioden"),
    WordedText("amplitudes", "Amplituden"),
    WordedText("pulses", "Pulse"),
    WordedText("consecutive periods", "Perioden hintereinander"),
    WordedText("consecutive amplitudes", "Amplituden hintereinander"),
    WordedText("voiced frames", "stimmhafte Fenster"),
    WordedText("voice", "Stimme"),
    WordedText("voice without a gap", "Stimme ohne Lücke"),
    WordedText("voice without a break", "Stimme ohne Abbruch"),
    WordedText("held vowel", "gehaltener Vokal"),
    WordedText("a voiced frame", "ein stimmhaftes Fenster"),
    WordedText("the amplitude", "der Amplitude"),
    WordedText("not found", "nicht gefunden"),
    WordedText("echo cancellation", "Echounterdrückung"),
    WordedText("noise suppression", "Rauschunterdrückung"),
    WordedText("automatic gain", "automatische Aussteuerung"),
    WordedText("echo cancellation, noise suppression", "Echounterdrückung, Rauschunterdrückung"),
    WordedText("echo cancellation, automatic gain", "Echounterdrückung, automatische Aussteuerung"),
    WordedText(
      "noise suppression, automatic gain",
      "Rauschunterdrückung, automatische Aussteuerung"),
    WordedText(
      "echo cancellation, noise suppression, automatic gain",
      "Echounterdrückung, Rauschunterdrückung, automatische Aussteuerung"),
    WordedText("{1} samples", "{1} Abtastwerte"),
    WordedText("a ZIP archive", "ein ZIP-Archiv"),
    WordedText("a gzip archive", "ein gzip-Archiv"),
    WordedText("an MP3 file", "eine MP3-Datei"),
    WordedText("an AAC file", "eine AAC-Datei"),
    WordedText("a FLAC file", "eine FLAC-Datei"),
    WordedText("an Ogg file", "eine Ogg-Datei"),
    WordedText("an MP4 or M4A file", "eine MP4- oder M4A-Datei"),
    WordedText("an AIFF file", "eine AIFF-Datei"),
    WordedText("a Core Audio file", "eine Core-Audio-Datei"),
    WordedText("a Sun audio file", "eine Sun-Audio-Datei"),
    WordedText("a NIST SPHERE file", "eine NIST-SPHERE-Datei"),
    WordedText("a WebM or Matroska file", "eine WebM- oder Matroska-Datei"),
    WordedText("an AMR file", "eine AMR-Datei"),
    WordedText("a Windows Media file", "eine Windows-Media-Datei"),
    WordedText("a PDF file", "eine PDF-Datei"),
    WordedText("a text file", "eine Textdatei"),
    WordedText("data of an unknown kind", "Daten unbekannter Art"),
    WordedText("permission denied", "keine Berechtigung"),
    WordedText("it is a device or a socket", "es ist ein Gerät oder ein Socket"),
    WordedText(
      "libsndfile could not decode the samples",
      "libsndfile konnte die Abtastwerte nicht entschlüsseln"),
    WordedText("an unnamed encoding (format tag {1})", "eine namenlose Kodierung (Kennung {1})"),
    WordedText(
      "an encoding unknown to this program (format tag {1})",
      "eine hier unbekannte Kodierung (Kennung {1})"),
    WordedText(
      "an encoding unknown to this program (subformat {1})",
      "eine hier unbekannte Kodierung (Unterformat {1})"),
    WordedText("{1} (format tag {2})", "{1} (Kennung {2})"),
  ]

  /// Notes on an analysis, and why there is no signal type.
  static let notes = [
    WordedText(
      "F0 is below {1}: harmonicity is always measured with a floor of {2} and may read low for this "
        + "voice",
      "F0 liegt unter {1}: die Harmonizität wird immer mit einer Untergrenze von {2} gemessen und "
        + "kann für diese Stimme zu niedrig ausfallen"),
    WordedText(
      "{1} is a project-defined index, no clinical measure",
      "{1} ist ein Index dieses Projekts und kein klinisches Maß"),
    WordedText(
      "the praat preset has no signal-type gate",
      "die Voreinstellung praat bestimmt keinen Signaltyp"),
    WordedText("no gate was asked for", "es war keine Bestimmung verlangt"),
    WordedText("not_in_tier", "die schnelle Auswertung bestimmt ihn nicht"),
    WordedText("illness", "Krankheit"),
    WordedText("cold", "Erkältung"),
    WordedText("medicine", "Medikamente"),
    WordedText("smoking", "Rauchen"),
    WordedText("heavy_voice_use", "starke Stimmbelastung"),
  ]

  /// What limits are called.
  static let limits = [
    WordedText("interval", "Intervall"),
    WordedText("plausible range", "plausibler Bereich"),
    WordedText("derived from MDVP's, none published", "aus MDVP abgeleitet, keine veröffentlicht"),
    WordedText("derived, none published", "abgeleitet, keine veröffentlicht"),
    WordedText("published (MDVP)", "veröffentlicht (MDVP)"),
    WordedText("published (MDVP), scaled with F0", "veröffentlicht (MDVP), mit F0 skaliert"),
    WordedText(
      "published ({1}), settings not stated", "veröffentlicht ({1}), Einstellungen nicht genannt"),
    WordedText("typical (360 adults)", "typisch (360 Erwachsene)"),
    WordedText("typical ({1} speakers)", "typisch ({1} Personen)"),
    WordedText("typical (MDVP data)", "typisch (MDVP-Daten)"),
    WordedText("typical (a choice)", "typisch (eine Festlegung)"),
    WordedText("typical, settings not stated", "typisch, Einstellungen nicht genannt"),
    WordedText("typical ({1}), settings not stated", "typisch ({1}), Einstellungen nicht genannt"),
    WordedText("measured, n = {1}, {2}", "gemessen, n = {1}, {2}"),
  ]

  /// What sources say against limits, and what to bear in mind at an age.
  static let cautions = [
    WordedText(
      "An MDVP limit: MDVP compares peak-to-peak amplitudes, this measure windowed RMS amplitudes.",
      "Eine Grenze von MDVP: MDVP vergleicht Amplituden von Spitze zu Spitze, dieser Messwert "
        + "gefensterte Effektivwerte."),
    WordedText(
      "Another study with Praat has a mean of {1} %, above this edge: devices, rooms and vowels differ "
        + "by more than people do.",
      "Eine andere Studie mit Praat hat ein Mittel von {1} %, über dieser Grenze: Geräte, Räume und "
        + "Vokale unterscheiden sich mehr als Menschen."),
    WordedText(
      "Measured with MDVP, which reads higher than Praat: the edge is on the generous side.",
      "Mit MDVP gemessen, das höhere Werte als Praat gibt: die Grenze ist eher weit."),
    WordedText(
      "Praat's manual says of this MDVP limit that the correct threshold for Praat is probably lower: "
        + "MDVP picks peaks, Praat matches waveforms and reads lower in noise.",
      "Das Handbuch von Praat sagt von dieser Grenze von MDVP, dass die richtige Schwelle für Praat "
        + "wohl niedriger liegt: MDVP sucht Spitzen, Praat vergleicht Wellenformen und gibt bei "
        + "Rauschen niedrigere Werte."),
    WordedText(
      "The abstract does not state the arguments of Get CPPS behind this cut-off, and other arguments "
        + "move CPPS by many decibels: no value is called outside it.",
      "Die Zusammenfassung nennt die Argumente von Get CPPS hinter diesem Grenzwert nicht, und andere "
        + "Argumente verschieben CPPS um viele Dezibel: kein Wert wird außerhalb genannt."),
    WordedText(
      "The manual states neither the sample nor the pitch floor, and a second attempt or a noise in the "
        + "recording makes breaks of the silence before it: no value is called outside it.",
      "Das Handbuch nennt weder die Stichprobe noch die Untergrenze der Tonhöhe, und ein zweiter "
        + "Ansatz oder ein Geräusch in der Aufnahme macht die Stille davor zu Abbrüchen: kein Wert "
        + "wird außerhalb genannt."),
    WordedText(
      "All outer limits stand as far out as lets {1} % of {2} recordings of {3} such speakers have any "
        + "number beyond its own.",
      "Alle äußeren Grenzen stehen so weit außen, dass bei {1} % von {2} Aufnahmen von {3} solchen "
        + "Personen irgendein Wert jenseits seiner Grenze liegt."),
    edgeUp, edgeDown, edgeBetween, edgeUnknown,
    WordedText(
      "Where no limits were measured, the typical ones for jitter, shimmer and HNR are provisional: they "
        + "rest on one abstract of 360 adults, or on eight speakers.",
      "Wo keine Grenzen gemessen wurden, sind die typischen für Jitter, Shimmer und HNR vorläufig: sie "
        + "beruhen auf einer Zusammenfassung von 360 Erwachsenen oder auf acht Personen."),
    WordedText(
      "The limits for jitter and shimmer come from adults, and the change of voice raises both.",
      "Die Grenzen für Jitter und Shimmer stammen von Erwachsenen, und der Stimmwechsel erhöht beide."
    ),
    WordedText(
      "While a voice is changing no F0 reference applies; the interval only tells what is plausible.",
      "Während des Stimmwechsels gilt kein Bezug für F0; das Intervall sagt nur, was plausibel ist."
    ),
    WordedText(
      "Shimmer (in men) and, from the 80s, jitter and shimmer rise with age: one result at the edge says "
        + "little, and earlier recordings of the same person are the better comparison.",
      "Shimmer (bei Männern) und, ab 80 Jahren, Jitter und Shimmer steigen mit dem Alter: ein Ergebnis "
        + "am Rand sagt wenig, und frühere Aufnahmen derselben Person sind der bessere Vergleich."),
    WordedText(
      "There are no data above 90 years: only F0 and CPPS are compared, with the limits of younger "
        + "people.",
      "Über 90 Jahren gibt es keine Daten: nur F0 und CPPS werden verglichen, mit den Grenzen jüngerer "
        + "Menschen."),
    WordedText(
      "The measured limits rest on {1} to {2} speakers ({3}): another vowel, microphone or room gives "
        + "other values.",
      "Die gemessenen Grenzen beruhen auf {1} bis {2} Personen ({3}): ein anderer Vokal, ein anderes "
        + "Mikrofon oder ein anderer Raum gibt andere Werte."),
    WordedText(
      "The measured limits rest on {1} speakers ({2}): another vowel, microphone or room gives other "
        + "values.",
      "Die gemessenen Grenzen beruhen auf {1} Personen ({2}): ein anderer Vokal, ein anderes Mikrofon "
        + "oder ein anderer Raum gibt andere Werte."),
    WordedText("studio headset, phones and laptops", "Studio-Headset, Telefone und Laptops"),
  ]

  /// Sources that are more than a title.
  static let sources = [
    WordedText(
      "the interval is a choice of this project",
      "das Intervall ist eine Festlegung dieses Projekts"),
    WordedText(
      "Little et al. 2009, UCI 10.24432/C59C74: comparison group",
      "Little et al. 2009, UCI 10.24432/C59C74: Vergleichsgruppe"),
    WordedText(
      "provisional, no cut-off is published", "vorläufig, kein Grenzwert ist veröffentlicht"),
    WordedText("none is published", "keine ist veröffentlicht"),
    WordedText("clinical notes of this project, {1}", "klinische Notizen dieses Projekts, {1}"),
    WordedText(
      "MDVP limit as listed in the Praat manual (6.4.39), {1}",
      "Grenze von MDVP laut Handbuch von Praat (6.4.39), {1}"),
    WordedText(
      "1.04 % of the mean period: the MDVP limit of 83.2 µs, as listed in the Praat manual (6.4.39), "
        + "Voice 2. Jitter, is 1.04 % of a period at 125 Hz",
      "1.04 % der mittleren Periode: die Grenze von MDVP, 83.2 µs laut Handbuch von Praat (6.4.39), "
        + "Voice 2. Jitter, ist 1.04 % einer Periode bei 125 Hz"),
    WordedText(
      "the MDVP shimmer limit of 3.81 % times the ratio of this measure to shimmer (local) in open data "
        + "({1} to {2})",
      "die Grenze von MDVP für Shimmer, 3.81 %, mal dem Verhältnis dieses Messwerts zu Shimmer (lokal) "
        + "in offenen Daten ({1} bis {2})"),
    WordedText(
      "the Praat manual (6.4.39), Voice 1. Voice breaks: 0 on a trimmed vowel",
      "Handbuch von Praat (6.4.39), Voice 1. Voice breaks: 0 bei einem zugeschnittenen Vokal"),
    WordedText(
      "the Praat manual (6.4.39), Voice 4. Additive noise: around 20 dB for a clear [a] or [i]",
      "Handbuch von Praat (6.4.39), Voice 4. Additive noise: um 20 dB für ein klares [a] oder [i]"),
    WordedText("the Praat manual (6.4.39), {1}", "Handbuch von Praat (6.4.39), {1}"),
    WordedText("Mongolian adults, doaj bc66b586", "mongolische Erwachsene, doaj bc66b586"),
    WordedText(
      "Mongolian adults, doaj bc66b586 (abstract)",
      "mongolische Erwachsene, doaj bc66b586 (Zusammenfassung)"),
    WordedText(
      "N. Indian adults (researcher.life 8c2dbf72)",
      "nordindische Erwachsene (researcher.life 8c2dbf72)"),
    WordedText("choristers (Voice Foundation 2025)", "Chorsängerinnen (Voice Foundation 2025)"),
    WordedText(
      "Murton, Hillman & Mehta 2020, AJSLP 29:1596 (abstract)",
      "Murton, Hillman & Mehta 2020, AJSLP 29:1596 (Zusammenfassung)"),
  ]
}

extension WordedText {
  // Where a measured limit would lie of very many people.
  static let edgeUp = WordedText(
    "Of very many such speakers it would lie from {1} up, how far so many do not tell (90 %).",
    "Bei sehr vielen solchen Personen läge sie bei {1} oder darüber, wie weit, sagen so wenige nicht "
      + "(90 %).")
  static let edgeDown = WordedText(
    "Of very many such speakers it would lie from {1} down, how far so many do not tell (90 %).",
    "Bei sehr vielen solchen Personen läge sie bei {1} oder darunter, wie weit, sagen so wenige "
      + "nicht (90 %).")
  static let edgeBetween = WordedText(
    "Of very many such speakers it would lie from {1} to {2} (90 %).",
    "Bei sehr vielen solchen Personen läge sie zwischen {1} und {2} (90 %).")
  static let edgeUnknown = WordedText(
    "Of very many such speakers it would lie where so many do not tell (90 %).",
    "Wo sie bei sehr vielen solchen Personen läge, sagen so wenige nicht (90 %).")
}
