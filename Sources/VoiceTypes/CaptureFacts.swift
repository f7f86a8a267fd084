// What a browser did to a recording that it made, as the page that asked it to record tells: what it was
// left to do to the sound, at which rates, and how much it lost.

/// How a recording was made; nil stands for what was not told.
public struct CaptureFacts: Sendable, Equatable {
  /// What the browser says that it granted.
  public struct Granted: Sendable, Equatable {
    /// Whether it takes out what comes from the loudspeaker.
    public var echoCancellation: Bool?

    /// Whether it takes out what it holds to be noise.
    public var noiseSuppression: Bool?

    /// Whether it turns the level up and down.
    public var automaticGain: Bool?

    /// The rate of the device.
    public var sampleRate: Hertz?

    /// Nothing that was told.
    public init() {}
  }

  /// What was granted.
  public var granted = Granted()

  /// The rate of the page's own processing, at which the file was written.
  public var contextRate: Hertz?

  /// Frames that the page recorded.
  public var frames: Int?

  /// Frames that were lost by the page's count.
  public var droppedFrames: Int?

  /// Frames that were lost by the browser's count; nil where it keeps none.
  public var droppedByBrowser: Int?

  /// How long the recording took by the clock.
  public var elapsed: Seconds?

  /// The level of the room before the recording, in decibels re full scale.
  public var roomLevel: Double?

  /// Nothing that was told.
  public init() {}

  /// Frames that were lost by the count that says more; nil where nobody counted.
  package var lostFrames: Int? {
    [droppedFrames, droppedByBrowser].compactMap(\.self).max()
  }
}
