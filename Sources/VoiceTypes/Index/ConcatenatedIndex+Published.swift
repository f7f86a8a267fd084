// The published indices. The numbers of cut-offs are those of the abstracts of their sources, or,
// marked "by voice-measures", of the tables of Lucero, Acoustic Measures of Voice Quality
// (github.com/LuceroJC/voice-measures, CC BY 4.0), who compared them with the papers.

/// Identifier of an index.
public enum IndexID: String, CaseIterable, Sendable {
  case avqi = "avqi_03.01"
  case avqi02 = "avqi_02.02"
  case abi

  /// The index.
  public var index: ConcatenatedIndex {
    switch self {
    case .avqi: .avqi03_01
    case .avqi02: .avqi02_02
    case .abi: .abi
    }
  }
}

extension ConcatenatedIndex {
  /// Acoustic Voice Quality Index 03.01. Barsties & Maryn (2015); published script of Maryn &
  /// Corthals.
  public static let avqi03_01 = ConcatenatedIndex(
    id: .avqi, name: "AVQI 03.01", preparation: avqiPreparation, pulses: avqiPulses,
    formula: IndexFormula(
      factor: 2.8902, constant: 4.152,
      weights: [
        .cpps: -0.177, .harmonicity: -0.006, .shimmer: -0.037, .shimmerDecibels: 0.941,
        .slope: 0.01, .tilt: 0.093,
      ]),
    cutOffs: [
      cutOff(.dutch, 2.43, barsties2016, "34 syllables", 1058, "5.3.57", 0.785, 0.932),
      cutOff(.spanish, 2.28, delgado2018, "33 syllables", 183, "6.0.22", 0.748, 0.946),
      cutOff(.german, 1.85, barsties2020, "27 syllables", 218, "5.3.57", 0.72, 0.90),
      cutOff(
        .french, 2.33, "Pommée et al. 2020, doi:10.1016/j.jvoice.2018.12.008, by voice-measures",
        "27 syllables", 120, nil, 0.598, 1, rate: 11_025),
      cutOff(
        .brazilianPortuguese, 1.33,
        "Englert et al. 2021, doi:10.1016/j.jvoice.2019.07.024, by voice-measures",
        "counting from 1 to 11, 17 syllables", 150, "6.0.40", 0.788, 0.906),
      cutOff(
        .brazilianPortuguese, 1.56, englert2020, "text of 32 syllables", 53, "6.0.06", 0.886, 1),
      cutOff(.americanEnglish, 1.17, castillo2023, rainbow, 197, "6.3.06", 0.62, 0.95),
      cutOff(.japanese, 1.41, hosokawa2019, "30 syllables", 455, nil, 0.844, 0.856),
      cutOff(
        .japanese, 2.06, hosokawa2019, "30 syllables; 95th percentile of the control group", 455,
        nil, 0.721, 0.938),
      cutOff(.korean, 3.154, kim2019, "26 syllables", 222, nil, 0.90, 0.89),
      cutOff(
        .finnish, 1.83, "Kankare et al. 2020, Puhe ja kieli, journal.fi/pk 101516",
        "31 syllables", 197, nil, nil, nil),
      cutOff(
        .italian, 2.35, "Fantini et al. 2021, J Voice, PMID 33773894", "25 syllables", 150, nil,
        0.90, 0.92),
      cutOff(.persian, 1.63, aghajanzadeh2023, "20 syllables", 181, nil, 0.732, 0.91),
    ])

  /// Acoustic Voice Quality Index 02.02. Maryn & Weenink (2015), J Voice 29:35; script of Maryn &
  /// Corthals.
  public static let avqi02_02 = ConcatenatedIndex(
    id: .avqi02, name: "AVQI 02.02", preparation: avqiPreparation, pulses: avqiPulses,
    formula: IndexFormula(
      factor: 2.208, constant: 3.295,
      weights: [
        .cpps: -0.111, .harmonicity: -0.073, .shimmer: -0.213, .shimmerDecibels: 2.789,
        .slope: -0.032, .tilt: 0.077,
      ], offset: 1.797),
    cutOffs: [
      cutOff(
        .finnish, 2.87, "Kankare et al. 2020, Logoped Phoniatr Vocol 45:49, PMID 30720373",
        "reading", 200, nil, nil, nil)
    ])

  /// Acoustic Breathiness Index. Barsties v. Latoszek et al. (2017), J Voice 31:511.e11–27; script
  /// of Kitayama & Hosokawa (2025), npj Digit Med 8:295.
  public static let abi = ConcatenatedIndex(
    id: .abi, name: "ABI",
    preparation: IndexPreparation(rate: 44_100, highPassed: [.speech], vowelPart: .middle),
    pulses: IndexPulses(range: .abi, limits: .voiceReport),
    formula: IndexFormula(
      factor: 2.925_740_039_4, constant: 5.044_774_091_5,
      weights: [
        .cpps: -0.172, .jitter: -0.193, .gne: -1.283, .highFrequencyNoise: -0.396,
        .dejonckere: 0.010, .firstHarmonics: 0.017, .shimmerDecibels: 1.473, .shimmer: -0.088,
        .periodDeviation: -68.295,
      ]),
    cutOffs: [
      cutOff(
        .dutch, 3.44,
        "Barsties v. Latoszek et al. 2017, doi:10.1016/j.jvoice.2016.11.017, by voice-measures",
        "34 syllables", 1058, "5.3.57", 0.824, 0.929),
      cutOff(.spanish, 3.40, delgado2018, "33 syllables", 183, "6.0.22", 0.737, 0.954),
      cutOff(.german, 3.42, barsties2020, "27 syllables", 218, "5.3.57", 0.72, 0.95),
      cutOff(
        .brazilianPortuguese, 2.38, englert2020, "counting from 1 to 11, 17 syllables", 53,
        "6.0.06", 0.952, 0.818),
      cutOff(
        .brazilianPortuguese, 3.13, englert2020, "text of 32 syllables", 53, "6.0.06", 0.881,
        0.909),
      cutOff(.americanEnglish, 2.35, castillo2023, rainbow, 197, "6.3.06", 0.84, 0.81),
      cutOff(
        .japanese, 3.44,
        "Hosokawa et al., in the meta-analysis doi:10.1111/coa.13629, by voice-measures",
        "reading", 343, nil, nil, nil),
      cutOff(.korean, 3.685, kim2019, "26 syllables", 222, nil, 0.88, 0.86),
      cutOff(
        .finnish, 2.68, "Kankare & Laukkanen 2023, doi:10.3390/jcm12247607, VOXplot 2.0.0",
        "31 syllables", 195, nil, 0.80, 0.80),
      cutOff(.persian, 2.97, aghajanzadeh2023, "20 syllables", 181, nil, 0.70, 0.87),
    ])

  private static let avqiPreparation = IndexPreparation(
    rate: nil, highPassed: [.speech, .vowel], vowelPart: .last)

  private static let avqiPulses = IndexPulses(range: .avqiShimmer, limits: .standard)

  private static let barsties2016 =
    "Barsties & Maryn 2016, doi:10.1177/0003489416636131, by voice-measures"
  private static let delgado2018 =
    "Delgado Hernández et al. 2018, doi:10.1177/0003489418761096, by voice-measures"
  private static let barsties2020 =
    "Barsties v. Latoszek et al. 2020, doi:10.1016/j.jvoice.2018.07.026, by voice-measures"
  private static let englert2020 =
    "Englert et al. 2020, doi:10.1016/j.jvoice.2019.03.015, by voice-measures"
  private static let castillo2023 =
    "Castillo-Allendes et al. 2023, doi:10.3390/jcm12247679, VOXplot 2.0.0, by voice-measures"
  private static let hosokawa2019 = "Hosokawa et al. 2019, J Voice 33:125.e1, PMID 29153335"
  private static let kim2019 = "Kim et al. 2019, J Voice, PMID 31708369"
  private static let aghajanzadeh2023 = "Aghajanzadeh et al. 2023, J Voice"
  private static let rainbow = "Rainbow Passage, 22 syllables"

  private static func cutOff(
    _ language: IndexLanguage, _ value: Double, _ citation: String, _ material: String,
    _ speakers: Int, _ praat: String?, _ sensitivity: Double?, _ specificity: Double?,
    rate: Hertz? = nil
  ) -> IndexCutOff {
    IndexCutOff(
      language, value, citation,
      study: .init(
        material: material, speakers: speakers, praat: praat, rate: rate,
        sensitivity: sensitivity, specificity: specificity))
  }
}
