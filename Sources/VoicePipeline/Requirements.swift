// What a readable recording must bring to be measured. The clinical preset asks for more than the
// arithmetic needs; the praat preset for no more than Praat.

import VoiceTypes
import WAVIngest

/// The minimums of a preset.
struct Requirements {
  /// Engineering choices, as in the first checks of a recording: perturbation wants 26 kHz
  /// (Deliyski, Shaw & Evans 2005, Logoped Phoniatr Vocol 30:55, from memory), F0 less.
  private static let clinicalShortest: Seconds = 0.5
  private static let clinicalLowestRate: Hertz = 16_000

  /// Praat's pitch analysis wants three periods of the pitch floor.
  private static let periodsOfFloor = 3.0

  let settings: AnalysisSettings

  /// Recordings of this length or more are refused; nil for no such limit.
  var tooLong: Seconds?

  /// Why `signal` cannot be measured; nil when it can. A silent channel may have a `louder` one beside it.
  func refusal(of signal: Signal, louder: LouderChannel? = nil) -> Refusal? {
    if let refusal = refusal(ofLength: signal.duration) { return refusal }
    if let refusal = memory.refusal(samples: signal.samples.count) { return refusal }
    if settings.preset == .clinical {
      if signal.sampleRate < Self.clinicalLowestRate { return rateTooLow(signal.sampleRate) }
      if signal.duration <= Self.clinicalShortest {
        return tooShort(signal.duration, shortest: Self.clinicalShortest, because: "is needed")
      }
      if isSilent(signal) { return louder.map(silentChannel) ?? silent }
    }
    let floor = settings.firstPitchRange.floor
    let shortest = Seconds(Self.periodsOfFloor / floor.value)
    guard signal.duration >= shortest else {
      return tooShort(
        signal.duration, shortest: shortest,
        because: "is needed for three periods of the pitch floor of \(floor)")
    }
    return nil
  }

  private var memory: MemoryEstimate { MemoryEstimate(tier: settings.tier) }

  /// Why a recording of this length is not measured here; nil when it may be.
  func refusal(ofLength found: Seconds) -> Refusal? {
    guard let tooLong, found >= tooLong else { return nil }
    return Refusal(
      .tooLong, message: "the recording lasts \(found); less than \(tooLong) is measured here",
      advice: "cut out the held vowel, or record one of 2 to 10 seconds")
  }

  private func isSilent(_ signal: Signal) -> Bool {
    guard let first = signal.samples.first else { return true }
    return signal.samples.allSatisfy { $0 == first }
  }

  private func rateTooLow(_ rate: Hertz) -> Refusal {
    Refusal(
      .sampleRateTooLow,
      message: "the sample rate is \(rate); the clinical preset needs \(Self.clinicalLowestRate)",
      advice: "record with 44100 Hz; resampling the file does not bring back what is missing")
  }

  private func tooShort(_ found: Seconds, shortest: Seconds, because reason: String) -> Refusal {
    let comparison =
      settings.preset == .clinical && shortest == Self.clinicalShortest
      ? "more than \(shortest)" : "at least \(shortest)"
    return Refusal(
      .tooShort, message: "the recording lasts \(found); \(comparison) \(reason)",
      advice: "record a held vowel of 2 to 10 seconds")
  }

  private func silentChannel(beside louder: LouderChannel) -> Refusal {
    Refusal(
      .silent,
      message: "every sample of channel \(settings.channel) has the same value, but channel "
        + "\(louder.number) holds a sound",
      advice: louder.advice)
  }

  private var silent: Refusal {
    Refusal(
      .silent, message: "every sample has the same value: the recording holds no sound",
      advice: "check that the microphone is connected, allowed and not muted, and record again")
  }
}
