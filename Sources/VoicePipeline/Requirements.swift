// The clinical preset requires more than the algorithms; the `praat` preset requires as much as
// Praat.

import VoiceMath
import VoiceTypes
import WAVIngest

/// Minimum requirements of a preset.
struct Requirements {
  /// Engineering choice, as in the first checks of a recording: perturbation needs 26 kHz
  /// (Deliyski, Shaw & Evans 2005, Logoped Phoniatr Vocol 30:55, from memory), F0 less.
  private static let clinicalLowestRate: Hertz = 16_000

  /// Praat's pitch analysis needs three periods of the pitch floor.
  private static let periodsOfFloor = 3.0

  let settings: AnalysisSettings

  /// Shortest refused duration; nil without a limit.
  var tooLong: Seconds?

  /// Refusal of `signal`; nil if it is analysable. `louder` is an alternative to a silent channel.
  func refusal(of signal: Signal, louder: ChannelSelection? = nil) -> Refusal? {
    if let refusal = refusal(ofLength: signal.duration) { return refusal }
    if let refusal = memory.refusal(samples: signal.samples.count) { return refusal }
    if settings.preset == .clinical {
      if signal.sampleRate < Self.clinicalLowestRate { return rateTooLow(signal.sampleRate) }
      if signal.duration <= RecordingLength.longestTooShort {
        return Refusal(
          RefusalText.tooShort,
          [
            .found: text(signal.duration, except: RecordingLength.longestTooShort),
            .needed: "\(RecordingLength.longestTooShort)",
          ])
      }
      if isSilent(signal) { return louder.map(silentChannel) ?? silent }
    }
    let floor = settings.firstPitchRange.floor
    let shortest = Seconds(Self.periodsOfFloor / floor.value)
    guard signal.duration >= shortest else {
      return Refusal(
        RefusalText.tooShortForFloor,
        [
          .found: text(signal.duration, except: shortest),
          .needed: text(shortest, except: signal.duration), .floor: "\(floor)",
        ])
    }
    return segmentRefusal(in: signal)
  }

  /// Refusal of the requested segment.
  private func segmentRefusal(in signal: Signal) -> Refusal? {
    guard let stretch = settings.requestedSegment else { return nil }
    let whole = signal.duration
    let (start, end) = (stretch.start ?? 0, stretch.end ?? whole)
    // Label times may exceed the last sample by a rounding error.
    guard start < whole, end.value <= whole.value + signal.samplePeriod else {
      return Refusal(
        RefusalText.stretchOutside,
        [
          .first: Decimal.text(start.value, distinctFrom: [whole.value]),
          .second: Decimal.text(end.value, distinctFrom: [whole.value]),
          .found: "\(Decimal.text(whole.value, distinctFrom: [end.value])) \(Seconds.symbol)",
        ])
    }
    let found = Seconds(min(end.value, whole.value) - start.value)
    if settings.preset == .clinical, found <= RecordingLength.longestTooShort {
      return Refusal(
        RefusalText.stretchTooShort,
        [
          .found: text(found, except: RecordingLength.longestTooShort),
          .needed: "\(RecordingLength.longestTooShort)",
        ])
    }
    let floor = settings.firstPitchRange.floor
    let shortest = Seconds(Self.periodsOfFloor / floor.value)
    guard found < shortest else { return nil }
    return Refusal(
      RefusalText.stretchTooShortForFloor,
      [
        .found: text(found, except: shortest), .needed: text(shortest, except: found),
        .floor: "\(floor)",
      ])
  }

  /// Shortest refused duration of the task. One breath may be longer than other recordings.
  private var limit: Seconds? {
    guard RecordingTask.ofOneBreath.contains(settings.task) else { return tooLong }
    return tooLong.map { max($0, RecordingLength.shortestTooLongOfOneBreath) }
  }

  private var memory: MemoryEstimate { MemoryEstimate(tier: settings.tier) }

  /// Refusal of a too long recording; nil otherwise.
  func refusal(ofLength found: Seconds) -> Refusal? {
    guard let tooLong = limit, found >= tooLong else { return nil }
    return Refusal(
      RefusalText.tooLong, [.found: text(found, except: tooLong), .allowed: "\(tooLong)"])
  }

  /// Formats a duration with enough digits to differ from `other`.
  private func text(_ length: Seconds, except other: Seconds) -> String {
    "\(Decimal.short(length.value, distinctFrom: [other.value])) \(Seconds.symbol)"
  }

  private func isSilent(_ signal: Signal) -> Bool {
    guard let first = signal.samples.first else { return true }
    return signal.samples.allSatisfy { $0 == first }
  }

  private func rateTooLow(_ rate: Hertz) -> Refusal {
    Refusal(
      RefusalText.sampleRateTooLow, [.rate: "\(rate)", .needed: "\(Self.clinicalLowestRate)"])
  }

  private func silentChannel(near louder: ChannelSelection) -> Refusal {
    Refusal(
      RefusalText.silentChannel,
      [.channel: "\(settings.channel)", .loudChannel: "\(louder.number)"])
  }

  private var silent: Refusal { Refusal(RefusalText.silent) }
}
