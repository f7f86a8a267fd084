// The sentences about unavailable measures.

/// A reason for an unavailable measure or for a flag.
package enum ReasonText: String, SentenceTable {
  package static let texts = TextCatalogue.reasons

  case notInTier = "not_in_tier"
  case notRequested = "not_requested"
  case takenByName = "not_requested.taken_by_name"
  case notCarried = "not_implemented"
  case noVoicing = "no_voicing"
  case noVoicedWindow = "no_voicing.speech"
  case noFormant = "no_voicing.formant"
  case tooFewPeriods = "too_few_periods"
  case tooShort = "too_short"
  case tooShortOf = "too_short.of"
  case tooShortAround = "too_short.around"
  case tooFewVoicedFrames = "too_short.voiced_frames"
  case tooShortSteady = "too_short.steady"
  case shortSteady = "too_short.short_steady"
  case signalType = "signal_type"
  case unsureF0 = "signal_type.unsure_f0"
  case clipped
  case lowSNR = "low_snr"
  case noLouderThanPauses = "low_snr.pauses"
  case digitalSilence = "low_snr.digital_silence"
  case pitchRangeUnstable = "pitch_range_unstable"
  case bandwidthLimited = "bandwidth_limited"
  case rateTooLowForBand = "bandwidth_limited.band"
  case rateTooLow = "bandwidth_limited.sample_rate"
  case rateTooLowForFloor = "bandwidth_limited.floor"
  case numericOverflow = "numeric_overflow"
  case noTremor = "no_tremor"
  case tremorTooSmall = "no_tremor.too_small"
  case notSteady = "not_steady"
  case lowFrequencyNoise = "low_frequency_noise"
  case mainsHum = "low_frequency_noise.mains_hum"
  case secondSource = "second_source"
  case dropouts
  case notHeld = "not_held"
  case lossyCoding = "lossy_coding"
  case noiseSuppression = "noise_suppression"
  case octaveAmbiguous = "octave_ambiguous"
  case octaveOfBaseline = "octave_ambiguous.of_baseline"
  case belowFloor = "below_floor"
  case belowPeakSearch = "below_floor.cepstral_peak"
  case longPeriods = "below_floor.periods"
  case sparseHarmonics = "above_ceiling"
  case abovePeakSearch = "above_ceiling.cepstral_peak"
  case notAVowel = "not_a_vowel"
  case otherTask = "other_task"
  case notCalibrated = "not_calibrated"
  case cutOff = "cut_off"
  case cyclesMissing = "sound_missing.cycles"
  case framesDropped = "sound_missing"
}

extension Unavailability {
  /// Creates a reason from its sentence and optional counts.
  package init(
    _ text: ReasonText, _ values: [SentenceParameter: String] = [:], needed: Double? = nil,
    found: Double? = nil
  ) {
    guard let code = ReasonCode(rawValue: text.code) else {
      preconditionFailure("\(text.rawValue) belongs to no reason")
    }
    let wording = text.filled(values)
    self.init(code, wording.both, needed: needed, found: found)
    sentence = wording.sentence.unless(code: code.rawValue)
  }

  /// The message without its advice; the whole message in documents of other versions.
  package var finding: String {
    let sentence = sentence ?? Sentence(id: code.rawValue, parameters: [:])
    guard let text = sentence.text(in: .reasons, .english), text.both == message else {
      return message
    }
    return text.message
  }
}
