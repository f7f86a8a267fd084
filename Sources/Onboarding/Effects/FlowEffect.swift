// Effects of the state machine, which the runner performs. Every action is idempotent, because
// pending actions are repeated after a crash.

public import VoiceTypes

/// Request for a recording.
public struct RecordingRequest: Sendable, Equatable {
  /// Requested recording.
  public let take: RequestedRecording

  /// Number of recordings of this task in the round.
  public let takes: Int

  /// Number of the attempt, counted from 1.
  public let attempt: Int

  /// Maximum number of attempts.
  public let attempts: Int

  /// Session of the previous attempt; nil for the first.
  public let previous: String?
}

/// Effect for the runner.
public enum FlowEffect: Sendable, Equatable {
  case show(FlowStep)
  case showError(FlowError)
  case askForMicrophone
  case record(RecordingRequest)
  case analyse(Tier, session: String)
  /// Create or extend the baseline from these vowel sessions. The optional reading serves the index
  /// of vowel and reading.
  case makeBaseline(vowels: [String], reading: String?)
  /// Compare the session of these vowels with the baseline and offer it to the baseline.
  case compare(vowels: [String])
  /// Merge the history of a guest into an account.
  case linkGuest(String, to: String)
  /// Completion of the flow with its outcome, presented to the person.
  case file(FlowOutcome)
  /// Append an entry to the event log.
  case log(FlowLogEntry)
}
