// What whoever runs a journey has to do. Every action may be done twice with the same result: after a
// crash what is pending is done again.

public import VoiceTypes

/// A recording that is asked for.
public struct RecordingRequest: Sendable, Equatable {
  /// Which recording.
  public let take: JourneyTake

  /// How many of its kind there are in the round.
  public let takes: Int

  /// Which attempt at it, counted from 1.
  public let attempt: Int

  /// How many attempts there are.
  public let attempts: Int

  /// The session of the attempt before; nil for the first.
  public let previous: String?
}

/// Something to be done.
public enum JourneyAction: Sendable, Equatable {
  case show(JourneyStep)
  case showError(JourneyError)
  case askForMicrophone
  case record(RecordingRequest)
  case analyse(Tier, session: String)
  /// Make or extend the baseline from these vowels, and the index of vowel and reading, if there is
  /// one, besides.
  case makeBaseline(vowels: [String], reading: String?)
  /// Compare the session of these vowels with the baseline, which it may become part of.
  case compare(vowels: [String])
  /// The history of a guest becomes that of a person with an account.
  case adopt(guest: String, by: String)
  /// The journey has ended.
  case file(JourneyOutcome)
  /// For the log of events.
  case log(JourneyNote)
}
