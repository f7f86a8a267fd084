// Signals that no voice produces, for tests of robustness.

import RealModule
import VoiceSynthesis

/// Kinds of signals without a voice in them.
enum OddSignal: String, CaseIterable {
  case zeros
  case constant
  case noise
  case impulses
  case oneImpulse
  case square
  case nyquist
  case ramp
  case burstInSilence
  case coarseBits

  /// `count` samples of magnitude 1 or less.
  func samples(count: Int, seed: UInt64) -> [Double] {
    let noise = TestSignal.uniformNoise(count: count, seed: seed)
    let spacing = 2 + Int(seed % 97)
    return (0..<count).map { index in
      switch self {
      case .zeros: 0
      case .constant: 0.3
      case .noise: noise[index]
      case .impulses: index % spacing == 0 ? 1 : 0
      case .oneImpulse: index == count / 2 ? 1 : 0
      case .square: index / spacing % 2 == 0 ? 0.7 : -0.7
      case .nyquist: index % 2 == 0 ? 1 : -1
      case .ramp: Double(index) / Double(count)
      case .burstInSilence: index / (5 * spacing) % 3 == 1 ? noise[index] : 0
      case .coarseBits: (2 * Double.sin(Double(index) / Double(spacing))).rounded() / 2
      }
    }
  }
}
