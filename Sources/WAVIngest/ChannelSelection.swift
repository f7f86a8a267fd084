public import VoiceTypes

/// Channel selection by RMS: a channel that is much louder than the selected one.
///
/// A headset or an interface often has the voice on one of two channels, and nothing or input hiss
/// on the other.
public struct ChannelSelection: Sendable, Equatable {
  /// The channel number, counted from 1.
  public let number: Int

  /// The RMS level over the whole recording, in dB re full scale.
  public let level: Decibels

  package init(number: Int, level: Decibels) {
    self.number = number
    self.level = level
  }

  /// Least level difference to a faint channel, in dB [E].
  private static let leastDistance = 20.0

  /// Number of channels that are examined [E].
  private static let mostChannels = 16

  /// Finds the loudest channel other than `channel`, whose samples are `samples`; nil if `channel`
  /// is loud enough, or no other is much louder.
  init?(
    except samples: [Double], of channel: Int, in bytes: [UInt8], _ layout: WAVLayout
  ) throws(IngestError) {
    guard layout.channels > 1 else { return nil }
    let fullScale = FullScale(layout.encoding, bits: layout.validBits)
    func decibels(of samples: [Double]) -> Double? {
      // An unconnected input may have a DC offset.
      let mean = samples.reduce(0, +) / Double(samples.count)
      let centred = samples.map { $0 - mean }
      let sound = Amplitude(centred, SampleSpread(of: centred.span), fullScale: fullScale)
      return FullScaleLevel.decibels(sound.rms)
    }
    let found = decibels(of: samples)
    guard found.map({ QualityLimits.level.judge($0).verdict == .fail }) ?? true else { return nil }
    var loudest: (number: Int, level: Double)?
    for other in 1...min(layout.channels, Self.mostChannels) where other != channel {
      let others = try SampleDecoder.decode(MonoPayload(bytes, layout, channel: other), as: layout)
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
