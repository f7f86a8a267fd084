extension ComparisonFindings.Alert: Shaped {
  package static let shape = Shape(ComparisonFindings.Alert.init) {
    Field("rule", \.rule, .choice)
    Field("session_id", \.sessionID, .text)
    Field("families", \.families, .list(of: .choice, .notEmpty))
  }
}

extension JointChange: Shaped {
  package static let shape = Shape(JointChange.init) {
    Field("statistic", \.statistic, .number)
    Field("limit", \.limit, .number)
    Field("session_number", \.number, .positiveCount)
  }
}

extension MeasureComparison: Shaped {
  package static let shape = Shape<MeasureComparison>(
    allowed: "a classification where there is a reliable change, and none where there is not"
  ) {
    Field("measure", \.measure, .choice)
    Field("family", \.family, .orNull(.choice))
    Field("primary", \.isPrimary, .flag)
    Derived("unit", \.measure.unit, .anyText)
    Field("value", \.value, .number)
    Field("usual", \.usual, .number)
    Field("change_percent", \.changePercent, .orNull(.number))
    Field("change_db", \.changeDecibels, .orNull(.number))
    Field("classification", \.reliability?.changeClass, .orNull(.choice))
    Field("direction", { $0.reliability?.direction }, .orNull(.choice))
    Field("reliable_change", \.reliability, .orNull(.shaped))
    Field("sentence", \.sentence, .text)
  } makeIfPossible: {
    measure, family, isPrimary, value, usual, percent, decibels, changeClass, direction,
    reliability, sentence in
    guard (changeClass == nil) == (reliability == nil) else { return nil }
    var read = MeasureComparison(
      measure, family: family, isPrimary: isPrimary, value: value, usual: usual)
    (read.changePercent, read.changeDecibels, read.sentence) = (percent, decibels, sentence)
    guard var reliability, let changeClass else { return direction == nil ? read : nil }
    (reliability.changeClass, reliability.direction) = (changeClass, direction)
    read.reliability = reliability
    return read
  }
}

extension MeasureComparison.Reliability: Shaped {
  /// `MeasureComparison` reads the class and direction, which are members of the enclosing object.
  package static let shape = Shape<MeasureComparison.Reliability> {
    Field("index", \.index, .number)
    Field("possible_from", \.possibleFrom, .number)
    Field("larger_from", \.largerFrom, .number)
    Field("degrees_of_freedom", \.degreesOfFreedom, .positiveCount)
    Field("smallest_detectable_factor", \.smallestFactor, .orNull(.number))
    Field("smallest_detectable_db", \.smallestDecibels, .orNull(.number))
    Field("usual_range", { ConfidenceInterval(low: $0.low, high: $0.high) }, .lowAndHigh)
  } make: { index, possible, larger, degrees, factor, decibels, range in
    var read = MeasureComparison.Reliability(
      index: index, possibleFrom: possible, largerFrom: larger, degreesOfFreedom: degrees,
      low: range.low, high: range.high, changeClass: .noChangeDetected, direction: nil)
    (read.smallestFactor, read.smallestDecibels) = (factor, decibels)
    return read
  }
}
