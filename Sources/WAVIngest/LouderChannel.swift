// Whether a faint channel is the wrong one. A headset or an interface often leaves the voice on one of two
// channels and nothing, or the hiss of an open input, on the other.

public import VoiceTypes

/// A channel that holds much more than the one that was chosen.
public struct LouderChannel: Sendable, Equatable {
  /// Its number, counted from 1.
  public let number: Int

  /// The level of its sound over all of the recording, in dB relative to full scale.
  public let level: Decibels

  /// Names a channel.
  package init(number: Int, level: Decibels) {
    self.number = number
    self.level = level
  }

  /// How much more than a faint channel another one holds at least [E].
  private static let leastDistance = 20.0

  /// Of a file with more channels no more than these are looked at [E].
  private static let mostChannels = 16

  /// The loudest channel beside a chosen one of these `samples`; nil where that one is loud enough to be
  /// measured, or no other is much louder.
  init?(
    besides samples: [Double], of channel: Int, in bytes: [UInt8], _ layout: WAVLayout
  ) throws(IngestError) {
    guard layout.channels > 1 else { return nil }
    let fullScale = FullScale(layout.encoding, bits: layout.validBits)
    func decibels(of samples: [Double]) -> Double? {
      // An input that nothing is plugged into may have an offset.
      let mean = samples.reduce(0, +) / Double(samples.count)
      let sound = Amplitude(samples.map { $0 - mean }, fullScale: fullScale)
      return FullScaleLevel.decibels(sound.rms)
    }
    let found = decibels(of: samples)
    guard found.map({ QualityLimits.level.judge($0).verdict == .fail }) ?? true else { return nil }
    var loudest: (number: Int, level: Double)?
    for other in 1...min(layout.channels, Self.mostChannels) where other != channel {
      let others = try SoundFile.decode(MonoPayload(bytes, layout, channel: other), as: layout)
      guard others.allSatisfy(\.isFinite), let level = decibels(of: others),
        level > loudest?.level ?? -.infinity
      else { continue }
      loudest = (other, level)
    }
    guard let loudest, loudest.level >= (found ?? -.infinity) + Self.leastDistance else {
      return nil
    }
    number = loudest.number
    level = Decibels(loudest.level)
  }
}
