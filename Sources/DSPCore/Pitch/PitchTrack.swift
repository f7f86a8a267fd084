// F0 as a function of time: one value per frame, and a rule for the times between.

/// F0, its strength and the candidates of every frame of a sound.
public struct PitchTrack: Sendable {
  /// The chosen F0 of every frame, in hertz; 0 where the frame is unvoiced.
  public let frequencies: [Double]

  /// The height of the correlation at the chosen F0, 0 … 1; 0 where the frame is unvoiced.
  public let strengths: [Double]

  /// The centre of the first frame, in seconds.
  public let firstFrameTime: Double

  /// The time between frames, in seconds.
  public let timeStep: Double

  /// Whether each frame is voiced by itself, whatever the path chose in it.
  public let locallyVoiced: [Bool]

  /// The largest magnitude in each frame over that of the whole sound, 0 … 1; empty where it is not known.
  public let intensities: [Double]

  /// A track of chosen values; 0 for the frequency and strength of an unvoiced frame. Without word of
  /// the locally voiced frames these are the frames with a pitch.
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

  /// Number of frames that are voiced by themselves.
  public var locallyVoicedCount: Int { locallyVoiced.count { $0 } }

  /// Whether any frame has a pitch.
  public var hasVoicing: Bool { frequencies.contains { $0 > 0 } }

  /// The first voiced frame to the last; nil without any.
  public var voicedFrames: ClosedRange<Int>? {
    guard let first = frequencies.firstIndex(where: { $0 > 0 }),
      let last = frequencies.lastIndex(where: { $0 > 0 })
    else { return nil }
    return first...last
  }

  /// From the start of the first voiced frame to the end of the last one, in seconds; nil without any.
  public var voicedTime: ClosedRange<Double>? {
    voicedFrames.map {
      (time(ofFrame: $0.lowerBound) - 0.5 * timeStep)...(time(ofFrame: $0.upperBound)
        + 0.5 * timeStep)
    }
  }

  /// The F0 values of the voiced frames, in hertz and in order.
  public var voicedFrequencies: [Double] { frequencies.filter { $0 > 0 } }

  /// F0 in hertz at any time of the sound: linear between voiced neighbours, the nearer frame's
  /// value beside an unvoiced one, nil where the nearer frame has none.
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
