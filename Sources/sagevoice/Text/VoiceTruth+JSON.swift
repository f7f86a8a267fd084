// The truth of a synthetic voice as JSON, with units and keys of the results document.

import CommandSupport
import VoiceSynthesis
import VoiceTypes

extension VoiceTruth {
  /// The name and version of the format.
  static let schema = "sagevoice/truth/1"

  private static let microsecondsPerSecond = 1e6

  /// The truth as an ordered JSON value.
  var json: JSONValue {
    [
      "schema": .string(Self.schema),
      "settings": settings.json,
      "voiced_start_s": .number(voicedStart.value),
      "voiced_end_s": .number(voicedEnd.value),
      "f0": ["mean_hz": .number(f0Mean.value), "median_hz": .number(f0Median.value)],
      "jitter": [
        "local_percent": percent(jitter.local),
        "local_absolute_us": .optional(
          jitter.localAbsolute.map { $0.value * Self.microsecondsPerSecond }),
        "rap_percent": percent(jitter.rap),
        "ppq5_percent": percent(jitter.ppq5),
        "ddp_percent": percent(jitter.ddp),
      ],
      "shimmer": [
        "local_percent": percent(shimmer.local),
        "local_db": .optional(shimmer.localLevel?.value),
        "apq3_percent": percent(shimmer.apq3),
        "apq5_percent": percent(shimmer.apq5),
        "apq11_percent": percent(shimmer.apq11),
        "dda_percent": percent(shimmer.dda),
      ],
      "hnr": ["mean_db": .optional(hnr?.value)],
      "pulses_s": .array(pulseTimes.map { .number($0) }),
      "amplitudes": .array(amplitudes.map { .number($0) }),
    ]
  }

  private func percent(_ ratio: Double?) -> JSONValue { .optional(ratio.map { 100 * $0 }) }
}

extension SyntheticVoice {
  fileprivate var json: JSONValue {
    [
      "f0_hz": .number(f0.value),
      "jitter_percent": .number(jitterPercent),
      "shimmer_percent": .number(shimmerPercent),
      "hnr_db": .optional(hnr?.value),
      "duration_s": .number(duration.value),
      "sample_rate_hz": .number(sampleRate.value),
      "vowel": .string(vowel.rawValue),
      "period_alternation_percent": .number(periodAlternationPercent),
      "amplitude_alternation_percent": .number(amplitudeAlternationPercent),
      "chaos_percent": chaosJSON,
      "vibrato": vibrato.map(\.json) ?? .null,
      "f0_tremor": f0Tremor.map(\.json) ?? .null,
      "amplitude_tremor": amplitudeTremor.map(\.json) ?? .null,
      "onset_silence_s": .number(onsetSilence.value),
      "offset_silence_s": .number(offsetSilence.value),
      // Most readers parse numbers as doubles, which cannot represent every seed exactly.
      "seed": .string(String(seed)),
    ]
  }
}

extension SyntheticVoice {
  private var chaosJSON: JSONValue {
    if case .chaos(let extentPercent) = cyclePattern { .number(extentPercent) } else { .null }
  }
}

extension Modulation {
  fileprivate var json: JSONValue {
    ["rate_hz": .number(rate.value), "extent_percent": .number(extentPercent)]
  }
}
