// How much is asked of a person.

/// What a journey records, and how often it may be tried.
public struct JourneyPlan: Sendable, Equatable {
  /// What each number may be.
  public static let allowed = 1...9

  /// Sustained vowels of a session. Three usable ones are what the baseline service counts as a
  /// complete session.
  public var vowels: Int

  /// Attempts at one recording [E].
  public var attempts: Int

  /// Sessions of recordings, where no baseline comes of one [E].
  public var rounds: Int

  /// A plan; each number is put within `allowed`.
  public init(vowels: Int = 3, attempts: Int = 3, rounds: Int = 3) {
    self.vowels = Self.within(vowels)
    self.attempts = Self.within(attempts)
    self.rounds = Self.within(rounds)
  }

  private static func within(_ number: Int) -> Int {
    min(max(number, allowed.lowerBound), allowed.upperBound)
  }
}
