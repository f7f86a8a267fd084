// The sentences of what could not be measured.

/// Why a measure has no number, or a flag.
package enum ReasonText: String, SentenceTable {
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
  case dropouts
  case notHeld = "not_held"
  case octaveAmbiguous = "octave_ambiguous"
  case belowFloor = "below_floor"
  case notAVowel = "not_a_vowel"
  case cyclesMissing = "sound_missing.cycles"
  case framesDropped = "sound_missing"

  package var template: String {
    switch self {
    case .notInTier:
      "the quick tier does not carry this measure; ask for --tier comprehensive"
    case .notRequested:
      "this measure was not asked for; add it to --measures, or leave that out"
    case .takenByName:
      "this measure takes long and was not asked for; name it in --measures"
    case .notCarried: "the version that made this document does not carry this measure"
    case .noVoicing: "no voiced frame was found in the analysed stretch"
    case .noVoicedWindow: "none of the {count} windows of 30 ms of the speech is voiced"
    case .noFormant: "no frame of the analysed stretch has a formant {number}"
    case .tooFewPeriods, .tooFewVoicedFrames: "needs {needed} {things}, found {found}"
    case .tooShort: "needs {needed}, found {found}"
    case .tooShortOf: "needs {needed} of {things}, found {found}"
    case .tooShortAround: "needs {needed}, found {found} of sound around {place}"
    case .tooShortSteady:
      "needs a steady stretch of {needed} s, found {found} s; hold the vowel for longer"
    case .signalType:
      "the voice is too irregular for this measure (signal type {type}); this can be the recording "
        + "or the voice"
    case .unsureF0: "F0 is not sure enough to be followed"
    case .clipped:
      "needs no more than {needed} % of the samples at full scale, found {found} %"
    case .lowSNR: "needs a signal-to-noise ratio of {needed} dB, found {found} dB"
    case .noLouderThanPauses: "the voice is no louder than the pauses of the recording"
    case .digitalSilence:
      "the analysed stretch is digital silence; there is no energy to measure"
    case .pitchRangeUnstable:
      "median F0 is {f0} in the pitch range {range}, but {other_f0} in {other_range}; give the "
        + "range that holds the voice with --pitch-range"
    case .bandwidthLimited:
      "needs frequencies up to {needed}, the recording holds nothing above {found}; record "
        + "without a call, a wireless headset and compression"
    case .rateTooLowForBand:
      "needs frequencies up to {needed}, the sample rate carries {found}"
    case .rateTooLow: "needs a sample rate of at least {needed}, the recording has {found}"
    case .rateTooLowForFloor:
      "a floor of {floor} needs a sample rate of at least {needed}, the recording has {found}"
    case .numericOverflow:
      "the samples are too large for the calculation; scale the recording down"
    case .noTremor:
      "no modulation of {contour} between {low} and {high} stands out from its random fluctuation"
    case .tremorTooSmall:
      "the modulation of {contour} near {frequency} is too small: needs {needed} % of its mean to "
        + "either side"
    case .notSteady:
      "at no time does the voice stay within {semitones} semitone and {decibels} dB for {held}, so "
        + "it never becomes steady"
    case .lowFrequencyNoise:
      "needs low sounds no louder than {needed} dB re the voice, found {found} dB"
    case .dropouts: "needs a voice without a gap of {needed} s, found one of {found} s"
    case .notHeld:
      "needs {needed} % of the stretch at one pitch and of one sound, found {found} %"
    case .octaveAmbiguous:
      "F0 is {low} Hz or {high} Hz: the signal repeats every second cycle, and does not say which "
        + "of them is the pitch; give the range that holds one of them with --pitch-range"
    case .cyclesMissing:
      "needs a voice of which nothing is missing: no place may be out of step with its cycles by "
        + "more than {needed} times what they are, found {found} times"
    case .framesDropped:
      "needs a recording of which no more than {needed} frames were lost, found {found}"
    case .notAVowel:
      "this is a text read aloud; what is measured of a held vowel says nothing of it"
    case .belowFloor:
      "F0 is {f0} Hz and falls below the floor of the harmonicity analysis, {floor}; a floor of "
        + "{would_do} Hz would do: --preset praat takes it from --pitch-range"
    }
  }
}

extension Unavailability {
  /// States a reason by its sentence and, where they apply, its counts.
  package init(
    _ text: ReasonText, _ values: [SentenceParameter: String] = [:], needed: Double? = nil,
    found: Double? = nil
  ) {
    guard let code = ReasonCode(rawValue: text.code) else {
      preconditionFailure("\(text.rawValue) belongs to no reason")
    }
    let wording = text.filled(values)
    self.init(code, wording.message, needed: needed, found: found)
    sentence = wording.sentence.unless(code: code.rawValue)
  }
}
