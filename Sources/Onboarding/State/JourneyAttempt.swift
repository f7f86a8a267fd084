// One recording that was made on the way. All are kept, the first too: each names the one before it.

public import VoiceTypes

/// What is known of an attempt.
public enum AttemptState: String, CaseIterable, Sendable {
  /// It is being analysed.
  case pending
  case usable
  case refused
}

/// Which recording it is, of those that are asked for.
public struct JourneyTake: Sendable, Hashable {
  /// What is recorded.
  public let task: RecordingTask

  /// The session of recordings, counted from 1.
  public let round: Int

  /// Which of its kind in the round, counted from 1.
  public let number: Int

  /// Names a recording.
  public init(_ task: RecordingTask, round: Int, number: Int) {
    self.task = task
    self.round = round
    self.number = number
  }
}

/// An attempt at a recording.
public struct JourneyAttempt: Sendable, Equatable {
  /// What was attempted.
  public let take: JourneyTake

  /// Which attempt at it, counted from 1.
  public let number: Int

  /// The session under which the store has the recording.
  public let session: String

  /// The session of the attempt before at the same recording, in whichever round; nil for the first.
  public let previous: String?

  /// What came of it.
  public var state: AttemptState

  /// Why it cannot be used; none unless it was refused.
  public var reasons: [BaselineFault]

  /// An attempt of which nothing is known yet.
  public init(_ take: JourneyTake, number: Int, session: String, previous: String?) {
    self.take = take
    self.number = number
    self.session = session
    self.previous = previous
    state = .pending
    reasons = []
  }
}

/// A baseline that came of a journey.
public struct HeldBaseline: Sendable, Equatable {
  /// Its identifier.
  public let id: String

  /// How far it can be relied on.
  public let status: BaselineStatus

  /// Names a baseline.
  public init(id: String, status: BaselineStatus) {
    self.id = id
    self.status = status
  }
}
