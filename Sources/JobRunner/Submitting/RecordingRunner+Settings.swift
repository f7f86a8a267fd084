// How a runner does its work.

public import BaselineService
public import VoiceTypes

extension RecordingRunner {
  /// What a runner may be told.
  public struct Settings: Sendable {
    /// The documents that a recording gets, at least one.
    public var tiers: Set<Tier> = [.quick, .comprehensive]

    /// Recordings that are analysed at a time, at least one. One quick analysis may run besides.
    public var jobs: Int

    /// Whether a recording is kept in its session.
    public var keepsAudio = true

    /// Whether a person's recordings make and extend their baseline.
    public var makesBaselines = true

    /// When the next recording of a person is due.
    public var followUp = FollowUpIntervals()

    /// Whether a recording of which no consent is told, of a person who gave none, gets the quick answer and
    /// no more.
    public var requiresConsent = false

    /// The channel of each recording that is measured, counted from 1.
    public var channel = 1

    /// Reference limits in place of those that ship; nil for these.
    public var limits: ReferenceLimits?

    /// The usual settings for so many analyses at a time.
    public init(jobs: Int) {
      precondition(jobs > 0, "the number of jobs must be positive")
      self.jobs = jobs
    }

    var wantedTiers: WantedTiers {
      precondition(!tiers.isEmpty, "the tiers must not be empty")
      return tiers.count > 1 ? .both : tiers.contains(.quick) ? .quick : .comprehensive
    }
  }
}
