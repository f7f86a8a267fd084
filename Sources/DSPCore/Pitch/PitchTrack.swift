/// F0 as a function of time: frequency and strength of every frame.
public struct PitchTrack: Sendable {
  /// The F0 of every frame, in hertz; 0 for an unvoiced frame.
  public let frequencies: [Double]

  /// The height of the correlation at F0, 0 … 1; 0 for an unvoiced frame.
  public let strengths: [Double]

  /// The centre of the first frame, in seconds.
  public let firstFrameTime: Double

  /// The frame step, in seconds.
  public let timeStep: Double

  /// Whether each frame is voiced before path finding.
  public let locallyVoiced: [Bool]

  /// The largest magnitude in each frame over that of the whole signal, 0 … 1; empty if unknown.
  public let intensities: [Double]

  /// Creates a track; unvoiced frames have frequency and strength 0. By default the locally voiced
  /// frames are those with a pitch.
  package init(
    frequencies: [Double], strengths: [Double], firstFrameTime: Double, timeStep: Double,
    locallyVoiced: [Bool]? = nil, intensities: [Double] = []
  ) {
    self.frequencies = frequencies
    self.strengths = strengths
    self.firstFrameTime = firstFrameTime
    self.timeStep = timeStep
    self.locallyVoiced = locallyVoiced ?? frequencies.map { $0 > 0 }
    self.intensities = intensities
  }

  /// Number of frames, voiced or not.
  public var frameCount: Int { frequencies.count }

  /// The centre of frame `index`, in seconds.
  public func time(ofFrame index: Int) -> Double { firstFrameTime + Double(index) * timeStep }

  /// Whether frame `index` exists and has a pitch.
  public func isVoiced(_ index: Int) -> Bool {
    frequencies.indices.contains(index) && frequencies[index] > 0
  }

  /// Number of frames that are voiced before path finding.
  public var locallyVoicedCount: Int { locallyVoiced.count { $0 } }

  /// Whether any frame has a pitch.
  public var hasVoicing: Bool { frequencies.contains { $0 > 0 } }

  /// The range from the first to the last voiced frame; nil without any.
  public var voicedFrames: ClosedRange<Int>? {
    guard let first = frequencies.firstIndex(where: { $0 > 0 }),
      let last = frequencies.lastIndex(where: { $0 > 0 })
    else { return nil }
    return first...last
  }

  /// The time from the start of the first voiced frame to the end of the last one, in seconds; nil
  /// without any.
  public var voicedTime: ClosedRange<Double>? {
    voicedFrames.map {
      (time(ofFrame: $0.lowerBound) - 0.5 * timeStep)...(time(ofFrame: $0.upperBound)
        + 0.5 * timeStep)
    }
  }

  /// The F0 values of the voiced frames, in hertz and in order.
  public var voicedFrequencies: [Double] { frequencies.filter { $0 > 0 } }

  /// F0 in hertz at any time of the signal: linear between voiced neighbours, the nearer frame's
  /// value next to an unvoiced one, nil if the nearer frame is unvoiced.
  package func frequency(at time: Double) -> Double? {
    let position = (time - firstFrameTime) / timeStep
    let low = Int(position.rounded(.down))
    let phase = position - Double(low)
    let (near, far) = phase < 0.5 ? (low, low + 1) : (low + 1, low)
    guard isVoiced(near) else { return nil }
    guard isVoiced(far) else { return frequencies[near] }
    let share = phase < 0.5 ? phase : 1 - phase
    return frequencies[near] + share * (frequencies[far] - frequencies[near])
  }
}
