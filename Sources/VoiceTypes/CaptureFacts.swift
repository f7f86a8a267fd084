/// Browser processing of a recording, as reported by the recording page; nil means not reported.
public struct CaptureFacts: Sendable, Equatable {
  /// Media track settings that the browser reports.
  public struct Granted: Sendable, Equatable {
    /// Whether the browser cancels the echo of the loudspeaker.
    public var echoCancellation: Bool?

    /// Whether the browser suppresses noise.
    public var noiseSuppression: Bool?

    /// Whether the browser adjusts the level.
    public var automaticGain: Bool?

    /// Sample rate of the device.
    public var sampleRate: Hertz?

    /// Creates empty settings.
    public init() {}
  }

  /// Media track settings of the recording.
  public var granted = Granted()

  /// Sample rate of the page's audio context and of the file.
  public var contextRate: Hertz?

  /// Frames recorded by the page.
  public var frames: Int?

  /// Lost frames counted by the page.
  public var droppedFrames: Int?

  /// Lost frames counted by the browser; nil without a count.
  public var droppedByBrowser: Int?

  /// Wall-clock duration of the recording.
  public var elapsed: Seconds?

  /// Room level before the recording, in decibels re full scale.
  public var roomLevel: Double?

  /// Creates empty facts.
  public init() {}

  /// Larger of the two counts of lost frames; nil without a count.
  package var lostFrames: Int? {
    [droppedFrames, droppedByBrowser].compactMap(\.self).max()
  }
}
