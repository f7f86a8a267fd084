// What is read of a file that leaves a choice.

/// What becomes of an end that a header promises and a file has not.
public enum LostEnd: String, CaseIterable, Sendable {
  /// What is there is measured.
  case leftOut = "left_out"
  /// The sound has the promised length, and ends in zeros.
  case zeros
}

/// Which samples of a file make a recording.
public struct ReadingChoices: Sendable, Equatable {
  /// The channel that is measured, counted from 1.
  public var channel: Int

  /// What becomes of an end that is not there.
  public var lostEnd: LostEnd

  /// The first channel and what is there of it, unless told otherwise.
  public init(channel: Int = 1, lostEnd: LostEnd = .leftOut) {
    precondition(channel > 0, "channels are counted from 1")
    self.channel = channel
    self.lostEnd = lostEnd
  }
}
