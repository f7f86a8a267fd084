public import VoiceTypes

/// Strongest periodic modulation of a contour.
///
/// Defined by this project after Brückl's tremor measures (Brückl 2012, Interspeech, 715–718),
/// which find the strongest modulation in 1.5 … 15 Hz of a detrended contour, with its extent in
/// percent of the mean. Here the contour has one point per glottal cycle, and the extent is the
/// amplitude of a sinusoid.
public struct ContourTremor: Sendable, Equatable {
  /// The modulation rate, in hertz.
  public let frequency: Measured

  /// The amplitude of the modulation, in percent of the mean.
  public let intensityPercent: Measured

  private static let percent = 100.0

  /// Measures a contour; `name` names it in a reason.
  init(of contour: Contour, name: String) {
    do throws(Unavailability) {
      let (rate, extent) = try Self.modulation(of: contour, name: name)
      frequency = Measured(rate)
      intensityPercent = Measured(Self.percent * extent)
    } catch {
      frequency = .unavailable(error)
      intensityPercent = .unavailable(error)
    }
  }

  private static func modulation(
    of contour: Contour, name: String
  ) throws(Unavailability) -> (rate: Double, extent: Double) {
    guard !contour.times.isEmpty else { throw .noVoicing }
    let windows = contour.windows(of: TremorSettings.window)
    guard !windows.isEmpty else {
      throw .tooShort(
        needed: TremorSettings.window, found: contour.longestStretch,
        of: TextCatalogue.notes.text("voice_without_a_break"))
    }
    let spectrum = ModulationSpectrum(of: windows)
    let needed = TremorSettings.leastPowerRatio(windows: windows.count)
    let strongest = spectrum.strongest
    guard let strongest, strongest.powerRatio >= needed else {
      throw .noTremor(of: name, needed: needed, found: strongest?.powerRatio ?? 0)
    }
    let rate = spectrum.rate(ofPeak: strongest.peak)
    let extent = spectrum.extent(atHz: rate)
    guard extent >= TremorSettings.leastExtent else {
      throw .tremorTooSmall(of: name, atHz: rate, extent: extent)
    }
    return (rate, extent)
  }
}

/// Tremor of F0 and of amplitude.
public struct Tremor: Sendable, Equatable {
  /// The tremor of F0, period by period.
  public let f0: ContourTremor

  /// The tremor of the amplitudes at the pulses.
  public let amplitude: ContourTremor

  /// Measures both contours.
  public init(periods: PeriodSequence, amplitudes: PulseAmplitudes) {
    f0 = ContourTremor(of: Contour(frequenciesOf: periods), name: "F0")
    amplitude = ContourTremor(of: Contour(of: amplitudes), name: "amplitude")
  }
}

extension Unavailability {
  /// Reason for a voice that fluctuates without a rate.
  fileprivate static func noTremor(
    of name: String, needed: Double, found: Double
  ) -> Unavailability {
    Unavailability(
      ReasonText.noTremor,
      [
        .contour: name, .low: "\(TremorSettings.slowest)", .high: "\(TremorSettings.fastest)",
      ],
      needed: needed, found: found)
  }

  /// Reason for a modulation below the extent threshold.
  fileprivate static func tremorTooSmall(
    of name: String, atHz rate: Double, extent: Double
  ) -> Unavailability {
    let percent = 100.0
    return Unavailability(
      ReasonText.tremorTooSmall,
      [
        .contour: name, .frequency: "\(Hertz(rate.rounded()))",
        .needed: "\(percent * TremorSettings.leastExtent)",
      ],
      needed: percent * TremorSettings.leastExtent, found: percent * extent)
  }
}

extension Contour {
  /// The intervals without a gap, as index ranges.
  private var stretches: [Range<Int>] {
    guard !times.isEmpty else { return [] }
    var stretches: [Range<Int>] = []
    var start = 0
    for index in times.indices.dropFirst()
    where times[index] - times[index - 1] > TremorSettings.longestGap.value {
      stretches.append(start..<index)
      start = index
    }
    return stretches + [start..<times.count]
  }

  private func duration(of stretch: Range<Int>) -> Double {
    times[stretch.upperBound - 1] - times[stretch.lowerBound]
  }

  /// The duration of the longest interval without a gap.
  var longestStretch: Seconds {
    Seconds(stretches.map(duration(of:)).max() ?? 0)
  }

  /// Half-overlapping windows of one duration over all intervals that are long enough.
  func windows(of length: Seconds) -> [ModulationWindow] {
    stretches.flatMap { windows(of: length.value, in: $0) }
  }

  private func windows(of length: Double, in stretch: Range<Int>) -> [ModulationWindow] {
    let room = duration(of: stretch) - length
    guard room >= 0 else { return [] }
    let count = Int((2 * room / length).rounded(.down)) + 1
    let step = count > 1 ? room / Double(count - 1) : 0
    return (0..<count).compactMap { index in
      let start = times[stretch.lowerBound] + Double(index) * step
      let inside = stretch.filter { times[$0] >= start && times[$0] <= start + length }
      guard let first = inside.first, let last = inside.last else { return nil }
      return ModulationWindow(of: self, in: first..<(last + 1))
    }
  }
}

extension Tremor: FeatureExtractor {
  /// Rate and extent of both contours.
  public static let measures: [Measure] = [
    .tremorF0Frequency, .tremorF0Intensity, .tremorAmplitudeFrequency, .tremorAmplitudeIntensity,
  ]

  /// The vowel and its cycles.
  public static let intermediates: Set<Voice.Intermediate> = [.cycles, .vowel]

  /// Search range and thresholds of a tremor.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    SustainedVowel.choices(of: "tremor", in: settings) + [
      NamedParameter("tremor_slowest_hz", TremorSettings.slowest.value),
      NamedParameter("tremor_fastest_hz", TremorSettings.fastest.value),
      NamedParameter("tremor_window_s", TremorSettings.window.value),
      NamedParameter("tremor_longest_gap_s", TremorSettings.longestGap.value),
      NamedParameter("tremor_search_step_hz", TremorSettings.searchStep.value),
      NamedParameter("tremor_least_extent", TremorSettings.leastExtent),
      NamedParameter("tremor_power_ratio_margin", TremorSettings.powerRatioMargin),
    ]
  }

  /// Measures the vowel of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    let cycles = voice.vowel.cycles
    self.init(periods: cycles.periods, amplitudes: cycles.amplitudes)
  }

  /// The value in hertz or percent.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    switch measure {
    case .tremorF0Intensity: f0.intensityPercent
    case .tremorAmplitudeFrequency: amplitude.frequency
    case .tremorAmplitudeIntensity: amplitude.intensityPercent
    default: f0.frequency
    }
  }
}
