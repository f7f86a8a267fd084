// Construction of one measured limit with its conditions and labels.

internal import DSPCore
internal import VoiceMath
internal import VoiceTypes

extension MeasuredLimits {
  /// Settings that apply to every measure, in addition to those that literature limits name.
  private static let commonSettings = ["preset", "segment", "pitch_method", "pitch_range_rule"]

  /// A user-supplied pitch range gives the same numbers if it contains the voice.
  private static let rangeRule = "pitch_range_rule"

  /// Significant digits of a limit, matching its precision.
  private static let digits = 3

  /// Returns the typical limit: the 5th or 95th percentile, capped at the outer limit for samples
  /// with a long tail.
  func typical(_ row: MeasuredDistribution) -> ReferenceLimit? {
    guard let end = row.measure.facts.spread.typical?.end, let edge = row.typical(at: end)
    else { return nil }
    let outer = joint?.outerDeviation.flatMap { row.value(deviating: $0, to: end) } ?? edge.value
    return limit(
      .typical, at: end, end == .upper ? min(edge.value, outer) : max(edge.value, outer), of: row,
      rule: "\(Self.ordinal(edge.percent)) percentile, not beyond the outer limit",
      caution: "90 % confidence interval of the limit: \(Self.words(on: edge.interval)).")
  }

  /// Returns the outer limit at a distance from the median, in standard deviations.
  func outer(_ row: MeasuredDistribution, at deviations: Double) -> ReferenceLimit? {
    guard let joint, let end = row.measure.facts.spread.typical?.end,
      let value = row.value(deviating: deviations, to: end)
    else { return nil }
    return limit(
      .outer, at: end, value, of: row,
      rule: "\(Self.short(deviations)) standard deviations of that side from the median",
      caution:
        "Extreme limits: \(Self.short(JointCalibration.outerPercent)) % of \(joint.recordings) "
        + "recordings (\(joint.speakers) speakers) exceed at least one of them.")
  }

  private func limit(
    _ kind: LimitKind, at end: TypicalLimit.End, _ edge: Double, of row: MeasuredDistribution,
    rule: String, caution: String
  ) -> ReferenceLimit {
    let value = Decimal.rounded(edge, digits: Self.digits)
    let conditions = base.limits.first { $0.measure == row.measure && $0.kind == .typical }
    let isSexNeutral = row.measure.facts.spread.typical?.isSexNeutral == true
    var limit = ReferenceLimit(
      measure: row.measure, kind: kind, low: end == .lower ? value : nil,
      high: end == .upper ? value : nil, unit: ReferenceLimit.unit(of: row.measure),
      bands: row.bands, category: isSexNeutral ? nil : row.category, basis: .measured,
      citation: facts.citation, sample: "\(words(on: row)); \(rule)", algorithm: "praat",
      settings: settings(of: row.measure, as: conditions),
      signalTypes: conditions?.signalTypes ?? [],
      label: "measured, n = \(row.speakers), \(facts.device)", caution: caution)
    limit.speakers = row.speakers
    return limit
  }

  /// Returns the required settings: those of the literature limit, the filter of the measure and the
  /// common ones, as measured.
  private func settings(
    of measure: Measure, as conditions: ReferenceLimit?
  ) -> [String: [JSONValue]] {
    let names =
      Self.commonSettings + VoiceHighPass.choiceNames(of: measure)
      + (conditions.map { Array($0.settings.keys) } ?? [])
    let found = names.compactMap { name in
      facts.provenance.settings[name].map { value in
        let given = JSONValue.string(PitchRangeRule.given.rawValue)
        return (name, name == Self.rangeRule && value != given ? [value, given] : [value])
      }
    }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  private func words(on row: MeasuredDistribution) -> String {
    let people = sample.people(in: row.bands, row.category).filter { $0.values[row.measure] != nil }
    let women = people.count { $0.sex == .feminine }
    let patterns =
      row.measure.facts.spread.vowels == .pooled ? plan.patterns : Array(plan.patterns.prefix(1))
    return "\(people.count) speakers (\(women) F, \(people.count - women) M) of \(row.ages) years, "
      + "one value each, from recordings named \(patterns.map(\.text).joined(separator: ", else "))"
  }

  private static func words(on interval: MeasuredDistribution.Percentile.Ends) -> String {
    switch (interval.low, interval.high) {
    case (let low?, let high?): "\(short(low)) to \(short(high))"
    case (let low?, nil): "\(short(low)) or more, upper bound not estimable"
    case (nil, let high?): "\(short(high)) or less, lower bound not estimable"
    case (nil, nil): "not estimable"
    }
  }

  private static func short(_ number: Double) -> String {
    Decimal.text(Decimal.rounded(number, digits: digits))
  }

  private static func ordinal(_ percent: Double) -> String { "\(Decimal.text(percent))th" }
}

extension MeasuredDistribution {
  /// Age range of the people, in years.
  var ages: String {
    let years = bands.flatMap { [$0.years.lowerBound, $0.years.upperBound] }
    return "\(years.min() ?? 0)-\(years.max() ?? 0)"
  }
}
