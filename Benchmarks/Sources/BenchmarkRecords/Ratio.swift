// The ratios of a record that have goals.

/// A ratio of two measurements of one record.
public struct Ratio: Sendable, Equatable {
  /// The goal of a ratio.
  public enum Goal: Sendable, Equatable {
    case atLeast(Double)
    case atMost(Double)

    /// Whether a value meets the goal.
    public func isMet(by value: Double) -> Bool {
      switch self {
      case .atLeast(let limit): value >= limit
      case .atMost(let limit): value <= limit
      }
    }
  }

  /// Numerator and denominator in words.
  public let name: String

  /// The ratio; nil where one of the two was not measured.
  public let value: Double?

  /// The goal; nil for a ratio without one.
  public let goal: Goal?
}

extension BenchmarkRecord {
  /// CPU milliseconds of CPPS of the 10 s voice by Praat 7.0.02 and 6.1 on one idle machine. No package of 7.0 exists, so
  /// its time is that of 6.1 scaled by this ratio.
  private static let cpps70OfPraat = 10_000.0
  private static let cpps61OfPraat = 922.0

  /// The ratios that have goals, in a fixed order.
  public var ratios: [Ratio] {
    floorRatios + peerRatios + [
      ratio("two workers over one, files per second", times(TaskName.batchOfOne), .atLeast(1.9)) {
        $0 / times(TaskName.batchOfTwo)
      },
      ratio(
        "two processes of one worker each over one: parallel gain of the machine",
        times(TaskName.batchOfOne), nil
      ) { $0 / times(TaskName.batchOfTwoProcesses) },
      growth(of: TaskName.clinicalJob), growth(of: TaskName.quick),
      growth(of: TaskName.comprehensive),
    ]
  }

  private var floorRatios: [Ratio] {
    let voice = InputName.voice(seconds: 10)
    return [
      Ratio(
        name: "clinical job over its transforms, 10 s",
        value: measurement(TaskName.clinicalJob, on: voice)?.multipleOfFloor, goal: .atMost(2.5))
    ]
  }

  private var peerRatios: [Ratio] {
    let newer = praat(TaskName.cpps61).map { $0 * Self.cpps70OfPraat / Self.cpps61OfPraat }
    return [
      peer("clinical job", praat(TaskName.clinicalJob), TaskName.clinicalJob, nil),
      peer(
        "clinical job + CPPS 6.1", praat(TaskName.clinicalJobAndCPPS),
        TaskName.clinicalJobAndCPPS, .atLeast(25)),
      peer("CPPS 6.1", praat(TaskName.cpps61), TaskName.cpps61, nil),
      peer("CPPS 7.0 (Praat's time scaled)", newer, TaskName.cpps70, .atLeast(20)),
      peer(
        "Praat's clinical job over our quick tier", praat(TaskName.clinicalJob), TaskName.quick,
        .atLeast(60)),
      peer(
        "Praat's clinical job over our comprehensive tier", praat(TaskName.clinicalJob),
        TaskName.comprehensive, .atLeast(6)),
      cold("the same measures", TaskName.coldStart, .atLeast(15)),
      cold("everything measured", TaskName.coldStartOfEverything, nil),
    ]
  }

  /// Time of sagevoice from the rounds that alternate with Praat.
  private func ours(_ task: String) -> Double? {
    let beside = measurement(task, by: ToolName.besidePraat)
    return (beside ?? measurement(task, on: InputName.voice(seconds: 10)))?.minimum
  }

  private func praat(_ task: String) -> Double? {
    measurement(task, by: ToolName.praat)?.minimum
  }

  private func peer(_ name: String, _ theirs: Double?, _ task: String, _ goal: Ratio.Goal?) -> Ratio
  {
    let name = name.contains("over") ? name : "\(name): Praat over sagevoice, CPU of one core"
    return ratio(name, theirs, goal) { $0 / ours(task) }
  }

  private func cold(_ what: String, _ task: String, _ goal: Ratio.Goal?) -> Ratio {
    let theirs = measurement(TaskName.coldStart, by: ToolName.praatCommand)?.minimum
    return ratio("cold start, \(what): praat --run over sagevoice analyze", theirs, goal) {
      $0 / ours(task)
    }
  }

  private func growth(of task: String) -> Ratio {
    let short = measurement(task, on: InputName.voice(seconds: 10))?.minimum
    let long = measurement(task, on: InputName.voice(seconds: 600))?.minimum
    return ratio("\(task): 600 s over 10 s", long, .atMost(66)) { $0 / short }
  }

  private func times(_ task: String) -> Double? { measurement(task)?.minimum }

  private func ratio(
    _ name: String, _ numerator: Double?, _ goal: Ratio.Goal?, _ divide: (Double) -> Double?
  ) -> Ratio {
    Ratio(name: name, value: numerator.flatMap(divide), goal: goal)
  }
}

/// The quotient; nil for a missing or zero denominator.
private func / (left: Double, right: Double?) -> Double? { right.map { left / $0 } }
