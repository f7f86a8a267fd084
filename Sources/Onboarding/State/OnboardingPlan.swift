/// Number of recordings, attempts and rounds of an onboarding flow.
public struct OnboardingPlan: Sendable, Equatable {
  /// Allowed range of each number.
  public static let allowed = 1...9

  /// Number of sustained vowels in a session; three usable ones make a session complete.
  public var vowels: Int

  /// Maximum number of attempts at one recording [E].
  public var attempts: Int

  /// Maximum number of rounds without a baseline [E].
  public var rounds: Int

  /// Creates a plan; clamps each number to `allowed`.
  public init(vowels: Int = 3, attempts: Int = 3, rounds: Int = 3) {
    let (least, most) = (Self.allowed.lowerBound, Self.allowed.upperBound)
    self.vowels = min(max(vowels, least), most)
    self.attempts = min(max(attempts, least), most)
    self.rounds = min(max(rounds, least), most)
  }
}
