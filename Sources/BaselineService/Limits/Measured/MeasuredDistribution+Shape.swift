internal import VoiceMath
package import VoiceTypes

extension MeasuredDistribution: Shaped {
  /// Significant digits of the written numbers; more than their precision.
  private static let digits = 6

  package static let shape = Shape<MeasuredDistribution>(allowed: "highest at least lowest") {
    Field("measure", \.measure, .choice)
    Derived("unit", { ReferenceLimit.unit(of: $0.measure) }, .text, .notNeeded)
    Field("band", \.bands, .bands)
    Field("category", \.category, .choice)
    Derived("basis", { _ in LimitBasis.measured }, .choice, .notNeeded)
    Field("speakers", \.speakers, .positiveCount)
    Field("scale", \.scale, .choice)
    Field("mean", \.mean, .stated)
    Field("sd", \.standardDeviation, .orNull(.stated))
    Field("lowest", \.range.lowerBound, .stated)
    Field("highest", \.range.upperBound, .stated)
    Field("percentiles", \.percentiles, .percentiles)
    Field("intervals", { $0.percentiles.map(Bounds.init) }, .bounds, ifMissing: [])
  } makeIfPossible: {
    measure, bands, category, speakers, scale, mean, deviation, lowest, highest, percentiles, all in
    guard highest >= lowest else { return nil }
    let bounded = percentiles.map { percentile in
      var percentile = percentile
      percentile.interval = all.first { $0.percent == percentile.percent }?.ends ?? .init()
      return percentile
    }
    return MeasuredDistribution(
      measure: measure, bands: bands, category: category, speakers: speakers, scale: scale,
      range: lowest...highest, percentiles: bounded, mean: mean, standardDeviation: deviation)
  }

  /// Interval of a percentile, which the file lists separately from the percentile.
  fileprivate struct Bounds {
    let percent: Double
    let ends: Percentile.Ends

    init(_ percentile: Percentile) {
      percent = percentile.percent
      ends = percentile.interval
    }

    init(percent: Double, ends: Percentile.Ends) {
      self.percent = percent
      self.ends = ends
    }
  }

  /// Formats a number with the digits of a distribution.
  fileprivate static func stated(_ value: Double) -> JSONValue {
    .wholeIfExact(Decimal.rounded(value, digits: digits))
  }
}

extension JSONCoder where Value == Double {
  /// Number with the digits of a distribution.
  fileprivate static var stated: JSONCoder {
    JSONCoder(
      write: MeasuredDistribution.stated, describe: JSONCoder.number.describe(),
      read: JSONCoder.number.read)
  }
}

extension JSONCoder where Value == [MeasuredDistribution.Percentile] {
  /// Percentiles as an object keyed by percentage.
  fileprivate static var percentiles: JSONCoder {
    let members = JSONCoder<[PercentMember<Double>]>.byPercent(of: .stated)
    return .mapped(
      members, allowed: "", { $0.map { .init(percent: $0.percent, value: $0.value) } },
      { $0.map { PercentMember(percent: $0.percent, value: $0.value) } })
  }
}

extension JSONCoder where Value == [MeasuredDistribution.Bounds] {
  /// Intervals of percentiles, each a list of two ends; null for an unavailable end.
  fileprivate static var bounds: JSONCoder {
    let ends = JSONCoder<[Double?]>.list(of: .orNull(.stated))
    return .mapped(
      JSONCoder<[PercentMember<[Double?]>]>.byPercent(of: ends), allowed: "lists of two ends",
      { members in
        guard members.allSatisfy({ $0.value.count == 2 }) else { return nil }
        return members.map {
          .init(percent: $0.percent, ends: .init(low: $0.value[0], high: $0.value[1]))
        }
      },
      { $0.map { PercentMember(percent: $0.percent, value: [$0.ends.low, $0.ends.high]) } })
  }
}

extension JSONCoder where Value == [AgeBand] {
  /// Age bands: one as a string, several as a list.
  fileprivate static var bands: JSONCoder {
    let several = JSONCoder<[AgeBand]>.choices()
    return JSONCoder(
      write: { $0.count == 1 ? JSONCoder<AgeBand>.choice.write($0[0]) : several.write($0) },
      describe: ["anyOf": [JSONCoder<AgeBand>.choice.describe(), several.describe()]],
      read: { json, reading in
        guard case .array = json else {
          return JSONCoder<AgeBand>.choice.read(json, &reading).map { [$0] }
        }
        return several.read(json, &reading)
      })
  }
}
