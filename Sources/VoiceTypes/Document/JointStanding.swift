// What all numbers of a recording say together that have limits this program measured. With a dozen
// numbers some lie beyond a percentile of most people by chance alone.

/// The measured standings of a recording, judged together.
public struct JointStanding: Sendable, Equatable {
  /// How many numbers have measured limits.
  public var compared: Int

  /// How many of them lie beyond their typical limit.
  public var beyondTypical: Int

  /// How many would by chance.
  public var expectedBeyondTypical: Double

  /// How many lie beyond their outer limit.
  public var outside: Int

  /// Of the recordings of the people measured, the percentage that has any number beyond its outer
  /// limit, each person left out of the limits they are held against.
  public var expectedOutsidePercent: Double

  /// The number that lies farthest to the side of its limit.
  public var farthest: Measure

  /// How far that is, in standard deviations; negative on the other side of the median.
  public var farthestDeviation: Double

  /// Of those recordings, the percentage that has some number at least as far out. The ends of what
  /// was measured mean "or fewer" and "or more".
  public var sharePercent: Double

  /// All of it for a person.
  public var sentence: String

  /// States what numbers say together.
  public init(
    compared: Int, beyondTypical: Int, expectedBeyondTypical: Double, outside: Int,
    expectedOutsidePercent: Double, farthest: Measure, farthestDeviation: Double,
    sharePercent: Double, sentence: String
  ) {
    self.compared = compared
    self.beyondTypical = beyondTypical
    self.expectedBeyondTypical = expectedBeyondTypical
    self.outside = outside
    self.expectedOutsidePercent = expectedOutsidePercent
    self.farthest = farthest
    self.farthestDeviation = farthestDeviation
    self.sharePercent = sharePercent
    self.sentence = sentence
  }
}

extension JointStanding: Shaped {
  package static let shape = Shape(JointStanding.init) {
    Field("compared", \.compared, .positiveCount)
    Field("beyond_typical", \.beyondTypical, .count)
    Field("expected_beyond_typical", \.expectedBeyondTypical, .number.short)
    Field("outside", \.outside, .count)
    Field("expected_outside_percent", \.expectedOutsidePercent, .number.short)
    Field("farthest", \.farthest, .choice)
    Field("farthest_z", \.farthestDeviation, .number)
    Field("share_percent", \.sharePercent, .number.short)
    Field("sentence", \.sentence, .text)
  }
}
