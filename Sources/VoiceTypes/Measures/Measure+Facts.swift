// Table of measures in document order, without defaults.
// A new measure needs a case of `Measure`, a row, an article and a feature extractor. Shared
// columns of a feature group are below the table.

extension Measure {
  /// Properties of this measure.
  public var facts: MeasureFacts {
    switch self {
    case .f0Mean: .f0("mean F0", .hertz, .quick, role: .pitch, followed: .primary(of: .f0))
    case .f0Median: .f0("median F0", .hertz, .quick, role: .pitch)
    case .f0StandardDeviation:
      .f0("standard deviation of F0", .hertz)
        .of(.vowel)
    case .f0Minimum: .f0("minimum F0 of the segment", .hertz, role: .pitch)
    case .f0Maximum: .f0("maximum F0 of the segment", .hertz, role: .pitch)
    case .f0StandardDeviationSemitones:
      .f0(
        "standard deviation of F0", .semitones,
        validityCriteria: .pitchOfAnyOctave, scale: .logarithmic
      )
      .of(.vowel)
    case .f0ModulationSlow: .modulation("slow F0 modulation (3–7 Hz)")
    case .f0ModulationFast: .modulation("fast F0 modulation (7–15 Hz)")
    case .f0Confidence: .voicing("periodicity (mean autocorrelation)", .percent)
    case .f0VoicedFraction:
      .voicing(
        "voiced fraction", .number)

    case .jitterLocal: .jitter("jitter (local)", .percent)
    case .jitterLocalAbsolute:
      .jitter("jitter (local, absolute)", .microseconds, redundantMeasure: .jitterLocal)
    case .jitterRAP: .jitter("jitter (RAP)", .percent)
    case .jitterPPQ5: .jitter("jitter (PPQ5)", .percent, .primary(of: .jitter))
    case .jitterDDP: .jitter("jitter (DDP)", .percent, redundantMeasure: .jitterRAP)

    case .shimmerLocal: .shimmer("shimmer (local)", .percent)
    case .shimmerLocalDecibels:
      .shimmer("shimmer (local, dB)", .decibels, redundantMeasure: .shimmerLocal)
    case .shimmerAPQ3: .shimmer("shimmer (APQ3)", .percent, .primary(of: .shimmer))
    case .shimmerAPQ5: .shimmer("shimmer (APQ5)", .percent)
    case .shimmerAPQ11: .shimmer("shimmer (APQ11)", .percent)
    case .shimmerDDA: .shimmer("shimmer (DDA)", .percent, redundantMeasure: .shimmerAPQ3)

    case .hnrMean:
      .harmonicity(
        "mean harmonics-to-noise ratio", .harmonicityFrames,
        followed: .primary(of: .hnr))
    case .hnrStandardDeviation:
      .harmonicity(
        "standard deviation of the harmonics-to-noise ratio",
        .harmonicityFrames)
    case .hnrAutocorrelationMean:
      .harmonicity(
        "mean harmonics-to-noise ratio (autocorrelation)",
        .harmonicityACFrames,
        redundantMeasure: .hnrMean)

    case .stabilityScore:
      .quality(
        "stability score of this project", .percent,
        of: .vowel,
        validityCriteria: .amplitudes, redundantMeasure: nil)

    case .cpps:
      MeasureFacts(
        name: "smoothed cepstral peak prominence", unit: .decibels,
        tier: .comprehensive, part: .all, band: .upTo(5000),
        ownValidityCriteria: [.outsidePeakSearch, .alteredNoise],
        redundantMeasure: nil,
        role: .voice, scale: .linear, followed: .primary(of: .cpps)
      )
      .of(RecordingTask.ofVoices)
    case .intensityMean:
      .quality(
        "mean intensity", .decibels, of: .all,
        validityCriteria: [], redundantMeasure: nil)
    case .soundPressureLevel:
      .quality(
        "sound pressure level", .decibels, of: .all,
        validityCriteria: [], redundantMeasure: nil)
    case .ltasSlope:
      .spectrum(
        "slope of the long-term spectrum", .decibels,
        .upTo(5000))
    case .ltasTilt:
      .spectrum(
        "tilt of the long-term spectrum", .decibels,
        .upTo(10_000))
    case .alphaRatio: .spectrum("alpha ratio", .decibels, .upTo(5000))
    case .h1H2:
      .quality(
        "level difference of the first two harmonics",
        .decibels, of: .periods,
        validityCriteria: .pitch, redundantMeasure: nil)
    case .subharmonicRatio:
      .quality(
        "subharmonic ratio", .number, of: .voicedFrames, validityCriteria: .pitchOfAnyOctave,
        redundantMeasure: nil,
        scale: .logarithmic)
    case .meanAutocorrelation:
      .quality(
        "mean autocorrelation", .number, of: .voicedFrames,
        validityCriteria: [.typeThree, .rumble],
        redundantMeasure: .hnrMean)
    case .nhr:
      .quality(
        "noise-to-harmonics ratio", .number, of: .voicedFrames,
        validityCriteria: [.typeThree, .rumble],
        redundantMeasure: .hnrMean)
    case .unvoicedFraction:
      .phonation("unvoiced fraction of the vowel", .number, validityCriteria: .silence)
    case .voiceBreaks:
      .phonation("voice breaks in the vowel", .count, validityCriteria: .silence)
    case .degreeOfVoiceBreaks:
      .phonation("degree of breaks in the vowel", .percent, validityCriteria: .silence)
    case .pulses:
      .quality(
        "number of pulses", .count, of: .periods, validityCriteria: .pitch, redundantMeasure: nil)
    case .periods:
      .quality(
        "number of periods", .count, of: .periods, validityCriteria: .pitch, redundantMeasure: nil)
    case .meanPeriod:
      .quality(
        "mean period", .seconds, of: .periods, validityCriteria: .typeThree,
        redundantMeasure: .f0Mean)
    case .gne:
      MeasureFacts(
        name: "glottal-to-noise excitation ratio",
        unit: .number,
        tier: .comprehensive, part: .all, band: .upTo(5000), ownValidityCriteria: .failedCheck,
        redundantMeasure: nil,
        role: .voice, scale: .linear, followed: nil, demand: .clinical)

    case .f1: .formant("first formant")
    case .f2: .formant("second formant")
    case .f3: .formant("third formant")
    case .b1: .formant("bandwidth of the first formant")
    case .b2: .formant("bandwidth of the second formant")
    case .b3: .formant("bandwidth of the third formant")

    case .tremorF0Frequency: .tremor("F0 tremor rate", .hertz)
    case .tremorF0Intensity: .tremor("F0 tremor extent", .percent)
    case .tremorAmplitudeFrequency: .tremor("amplitude tremor rate", .hertz)
    case .tremorAmplitudeIntensity: .tremor("amplitude tremor extent", .percent)

    case .phonationDuration:
      .phonation(
        "time from the first to the last voicing",
        .seconds,
        validityCriteria: [])
    case .phonationVoiceBreaks:
      .phonation(
        "number of voice breaks in the phonation",
        .count, validityCriteria: .silence)
    case .phonationDegreeOfVoiceBreaks:
      .phonation(
        "degree of voice breaks in the phonation",
        .percent, validityCriteria: .silence)
    case .phonationUnvoicedFraction:
      .phonation(
        "fraction of unvoiced frames in the phonation",
        .number, validityCriteria: .silence)
    case .phonationOnset:
      .phonation(
        "time from the first to a steady voicing",
        .seconds, validityCriteria: .silence)
    case .maximumPhonationTime:
      .phonation("maximum phonation time", .seconds, validityCriteria: .hole)
        .of(RecordingTask.ofOneBreath)
    }
  }
}

extension ValidityCriteria {
  /// Invalidates cycle-to-cycle comparisons and scores derived from them.
  fileprivate static let cycles: ValidityCriteria = [
    .otherOctave, .otherRange, .longPeriods, .failedCheck, .shortStretch, .typeTwo, .typeThree,
    .notHeld,
  ]

  /// Invalidates comparisons of cycle amplitudes. Hum at the frequencies of the voice changes the
  /// amplitudes of cycles but hardly moves their boundaries.
  fileprivate static let amplitudes = cycles.union([.lowSound, .lossyCoding])

  /// Invalidates noise ratios.
  fileprivate static let noise: ValidityCriteria = [
    .belowFloor, .failedCheck, .shortStretch, .typeThree, .lowSound, .lossyCoding, .notHeld,
  ]

  /// Invalidates measures of unvoiced time.
  fileprivate static let silence: ValidityCriteria = [.typeThree, .hole]

  /// Invalidates numbers derived from the pitch track.
  fileprivate static let pitch: ValidityCriteria = [.otherOctave, .otherRange, .typeThree]

  /// Invalidates pitch statistics that are equal in every octave.
  fileprivate static let pitchOfAnyOctave: ValidityCriteria = [.otherRange, .typeThree]
}

/// Shared columns of each feature group.
extension MeasureFacts {
  /// Statistic of the pitch track.
  fileprivate static func f0(
    _ name: MeasureName, _ unit: MeasureUnit, _ tier: Tier = .comprehensive,
    validityCriteria: ValidityCriteria = .pitch, role: MeasureRole = .voice,
    followed: FollowedMeasure? = nil,
    scale: PopulationScale? = nil
  ) -> MeasureFacts {
    MeasureFacts(
      name: name, unit: unit, tier: tier, part: .voicedFrames, band: nil,
      ownValidityCriteria: validityCriteria,
      redundantMeasure: nil, role: role,
      scale: scale ?? (role == .pitch ? .logarithmic : .linear), followed: followed
    )
    .of(RecordingTask.ofVoices)
  }

  /// Modulation of F0, which is equal in every octave.
  fileprivate static func modulation(_ name: MeasureName) -> MeasureFacts {
    var facts = f0(
      name, .cents, validityCriteria: [.otherRange, .typeThree, .notHeld, .longPeriods],
      scale: .logarithmic
    ).of(.vowel)
    facts.demand = .clinical
    return facts.of(RecordingTask.ofVowels)
  }

  /// The measure for other recording tasks.
  fileprivate func of(_ tasks: Set<RecordingTask>) -> MeasureFacts {
    var facts = self
    facts.tasks = tasks
    return facts
  }

  /// The measure of another part of the recording.
  fileprivate func of(_ part: MeasuredPart) -> MeasureFacts {
    var facts = self
    facts.part = part
    return facts
  }

  /// Voiced fraction of the segment and its confidence.
  fileprivate static func voicing(_ name: MeasureName, _ unit: MeasureUnit) -> MeasureFacts {
    MeasureFacts(
      name: name, unit: unit, tier: .quick, part: .all, band: nil, ownValidityCriteria: .pitch,
      redundantMeasure: nil, role: .recording, scale: .linear, followed: nil
    )
    .of(RecordingTask.ofVoices)
  }

  /// Comparison of the durations of neighbouring periods.
  fileprivate static func jitter(
    _ name: MeasureName, _ unit: MeasureUnit,
    _ followed: FollowedMeasure = .member(of: .jitter), redundantMeasure: Measure? = nil
  ) -> MeasureFacts {
    MeasureFacts(
      name: name, unit: unit, tier: .comprehensive, part: .periods, band: nil,
      ownValidityCriteria: .cycles.union(.rumble),
      redundantMeasure: redundantMeasure, role: .voice, scale: .logarithmic, followed: followed)
  }

  /// Comparison of the amplitudes of neighbouring periods.
  fileprivate static func shimmer(
    _ name: MeasureName, _ unit: MeasureUnit,
    _ followed: FollowedMeasure = .member(of: .shimmer), redundantMeasure: Measure? = nil
  ) -> MeasureFacts {
    MeasureFacts(
      name: name, unit: unit, tier: .comprehensive, part: .periods, band: nil,
      ownValidityCriteria: .amplitudes,
      redundantMeasure: redundantMeasure, role: .voice, scale: .logarithmic, followed: followed)
  }

  /// Statistic of harmonicity frames.
  fileprivate static func harmonicity(
    _ name: MeasureName, _ part: MeasuredPart,
    redundantMeasure: Measure? = nil,
    followed: FollowedMeasure? = nil
  ) -> MeasureFacts {
    MeasureFacts(
      name: name, unit: .decibels, tier: .comprehensive, part: part, band: nil,
      ownValidityCriteria: .noise,
      redundantMeasure: redundantMeasure, role: .voice, scale: .linear, followed: followed)
  }

  /// Spectral shape.
  fileprivate static func spectrum(
    _ name: MeasureName, _ unit: MeasureUnit, _ band: ReadBand,
    validityCriteria: ValidityCriteria = []
  ) -> MeasureFacts {
    MeasureFacts(
      name: name, unit: unit, tier: .comprehensive, part: .all, band: band,
      ownValidityCriteria: validityCriteria.union([.typeThree, .notHeld]),
      redundantMeasure: nil, role: .voice, scale: .linear, followed: nil)
  }

  /// Frequency or bandwidth of a formant.
  fileprivate static func formant(_ name: MeasureName) -> MeasureFacts {
    spectrum(name, .hertz, .upToFormantCeiling, validityCriteria: .sparseHarmonics)
  }

  /// Slow modulation.
  fileprivate static func tremor(_ name: MeasureName, _ unit: MeasureUnit) -> MeasureFacts {
    MeasureFacts(
      name: name, unit: unit, tier: .comprehensive, part: .vowel, band: nil,
      ownValidityCriteria: .pitch.union([.notHeld, .longPeriods]),
      redundantMeasure: nil, role: .voice, scale: .linear, followed: nil)
  }

  /// Property of the interval from the first to the last voiced frame of the recording.
  fileprivate static func phonation(
    _ name: MeasureName, _ unit: MeasureUnit, validityCriteria: ValidityCriteria
  ) -> MeasureFacts {
    MeasureFacts(
      name: name, unit: unit, tier: .comprehensive, part: .phonation, band: nil,
      ownValidityCriteria: validityCriteria, redundantMeasure: nil, role: .voice, scale: .linear,
      followed: nil)
  }

  /// Measure outside the feature groups that is independent of the upper band and of baselines.
  fileprivate static func quality(
    _ name: MeasureName, _ unit: MeasureUnit, of part: MeasuredPart,
    validityCriteria: ValidityCriteria,
    redundantMeasure: Measure?, scale: PopulationScale = .linear
  ) -> MeasureFacts {
    MeasureFacts(
      name: name, unit: unit, tier: .comprehensive, part: part, band: nil,
      ownValidityCriteria: validityCriteria,
      redundantMeasure: redundantMeasure, role: .voice, scale: scale, followed: nil)
  }
}
