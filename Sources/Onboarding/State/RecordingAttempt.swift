public import VoiceTypes

/// Analysis state of an attempt.
public enum AttemptState: String, CaseIterable, Sendable {
  /// Analysis in progress.
  case pending
  case usable
  case refused
}

/// Requested recording: a task with its round and number.
public struct RequestedRecording: Sendable, Hashable {
  /// Recording task.
  public let task: RecordingTask

  /// Round of recordings, counted from 1.
  public let round: Int

  /// Number within the task and round, counted from 1.
  public let number: Int
}

/// Attempt at a requested recording. The flow keeps all attempts, each linked to the previous one.
public struct RecordingAttempt: Sendable, Equatable {
  /// Store session of the recording.
  public let session: String

  /// Session of the previous attempt at the same task and number, in any round; nil for the first.
  public let previous: String?

  /// Requested recording.
  public let take: RequestedRecording

  /// Number of the attempt, counted from 1.
  public let number: Int

  /// Analysis state.
  public var state = AttemptState.pending

  /// Reasons for a refusal; empty otherwise.
  public var reasons: [BaselineFault] = []

  /// Whether the task and number are those of a recording, in any round.
  func isOfSameRecording(as other: RequestedRecording) -> Bool {
    take.task == other.task && take.number == other.number
  }
}

/// Baseline of the person of a flow.
public struct FlowBaseline: Sendable, Equatable {
  /// Identifier of the baseline.
  public let id: String

  /// Status of the baseline.
  public let status: BaselineStatus

  /// Creates a reference to a baseline.
  public init(id: String, status: BaselineStatus) {
    (self.id, self.status) = (id, status)
  }
}
