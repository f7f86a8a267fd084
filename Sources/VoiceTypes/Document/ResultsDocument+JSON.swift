// The results document as JSON, member by member in the order of the contract.

extension ResultsDocument {
  /// The document as an ordered JSON value.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("schema", .string(Self.schema)),
      .init("analysis_id", .string(analysisID)),
      .init("tier", .string(tier.rawValue)),
    ]
    switch outcome {
    case .complete(let findings):
      members.append(.init("state", "complete"))
      members += [.init("recording", recording.json), .init("quality", quality.json)]
      members += findings.members
    case .refused(let refusal):
      members.append(.init("state", "refused"))
      members += [.init("recording", recording.json), .init("quality", quality.json)]
      members.append(.init("error", refusal.json))
    }
    members += [.init("provenance", provenance.json), .init("run", run.json)]
    return .object(members)
  }
}

extension RecordingFacts {
  var json: JSONValue {
    [
      "name": .string(name),
      "sha256": .optional(sha256),
      "duration_s": .optional(duration?.value),
      "sample_rate_hz": sampleRate.map { .wholeIfExact($0.value) } ?? .null,
      "channels": .optional(channels),
      "encoding": .optional(encoding?.rawValue),
    ]
  }
}

extension RecordingQualityReport {
  var json: JSONValue {
    ["verdict": .string(verdict.rawValue), "checks": .array(checks.map(\.json))]
  }
}

extension QualityCheck {
  fileprivate var json: JSONValue {
    [
      "id": .string(id),
      "verdict": .string(verdict.rawValue),
      "value": .optional(value),
      "unit": .string(unit),
      "limit": .optional(limit),
      "message": .optional(message),
    ]
  }
}

extension Refusal {
  fileprivate var json: JSONValue {
    ["code": .string(code.rawValue), "message": .string(message), "advice": .string(advice)]
  }
}

extension Findings {
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("pitch_range", rangeJSON),
      .init("segment", segment.json(for: biomarkers)),
      .init("signal_type", signalType.json),
      .init("biomarkers", biomarkers.json),
      .init("unavailable", .array(biomarkers.unavailable.map(Self.json(ofUnavailable:)))),
      .init("uncertainty", uncertaintyJSON),
      .init("assessment", assessment?.json ?? .null),
      .init("notes", .array(notes.map { .string($0) })),
    ]
    if let contours { members.append(.init("contours", contours.json)) }
    return members
  }

  private var rangeJSON: JSONValue {
    [
      "floor_hz": .wholeIfExact(pitchRange.floor.value),
      "ceiling_hz": .wholeIfExact(pitchRange.ceiling.value),
      "rule": .string(pitchRangeRule.rawValue),
    ]
  }

  private var uncertaintyJSON: JSONValue {
    let intervals = uncertainty.map { measure, interval -> (String, JSONValue) in
      (measure.rawValue, ["ci95": [.number(interval.low), .number(interval.high)]])
    }
    return .map(Dictionary(uniqueKeysWithValues: intervals))
  }

  private static func json(
    ofUnavailable entry: (measure: Measure, reason: Unavailability)
  ) -> JSONValue {
    entry.reason.json(of: entry.measure.rawValue)
  }
}

extension Unavailability {
  /// The reason why the measure of that name has no number.
  func json(of measure: String) -> JSONValue {
    [
      "measure": .string(measure),
      "code": .string(code.rawValue),
      "message": .string(message),
      "needed": needed.map { .wholeIfExact($0) } ?? .null,
      "found": found.map { .wholeIfExact($0) } ?? .null,
    ]
  }
}

extension Segment {
  fileprivate func json(for biomarkers: Biomarkers) -> JSONValue {
    [
      "start_s": .number(start.value), "end_s": .number(end.value), "rule": .string(rule.rawValue),
      "excluded": .array(excluded.map(\.json)),
      "used": .array(MeasuredPart.allCases.compactMap { json(of: $0, for: biomarkers) }),
    ]
  }

  /// A part with the numbers that were taken from it; nil without any.
  private func json(of part: MeasuredPart, for biomarkers: Biomarkers) -> JSONValue? {
    let measures = Measure.allCases.filter { $0.part == part && biomarkers[$0].number != nil }
    guard let seconds = used[part], !measures.isEmpty else { return nil }
    return [
      "part": .string(part.rawValue), "seconds": .number(seconds.value),
      "measures": .array(measures.map { .string($0.rawValue) }),
    ]
  }
}

extension ExcludedStretch {
  fileprivate var json: JSONValue {
    [
      "start_s": .number(start.value), "end_s": .number(end.value),
      "reason": .string(reason.rawValue),
    ]
  }
}

extension SignalType {
  fileprivate var json: JSONValue {
    ["type": .optional(type), "reasons": .array(reasons.map { .string($0) })]
  }
}

extension Biomarkers {
  fileprivate var json: JSONValue {
    .object(
      MeasureGroup.allCases.map { group in
        var members = group.measures.map { measure in
          JSONValue.Member(measure.key, json(of: measure))
        }
        if group == .stability {
          members.append(.init("components", .map(stabilityComponents.mapValues { .number($0) })))
        }
        return .init(group.rawValue, .object(members))
      })
  }

  private func json(of measure: Measure) -> JSONValue {
    guard let number = self[measure].number else { return .null }
    return measure.isCount ? .wholeIfExact(number) : .number(number)
  }
}

extension Contours {
  fileprivate var json: JSONValue {
    [
      "f0": .array(
        f0.map { point in
          [
            "time_s": .number(point.time),
            "hz": .optional(point.frequency),
            "strength": .number(point.strength),
          ]
        }),
      "pulses_s": .array(pulses.map { .number($0) }),
      "hnr_db": .array(harmonicity.map { .optional($0) }),
      "hnr_start_s": .number(harmonicityGrid.start),
      "hnr_step_s": .number(harmonicityGrid.step),
    ]
  }
}

extension Provenance {
  var json: JSONValue {
    [
      "software": "sagevoice",
      "version": .string(version),
      "preset": .string(preset.rawValue),
      "settings": .map(settings),
      "settings_sha256": .string(settingsSHA256),
      "libraries": .map(libraries.mapValues { .string($0) }),
    ]
  }
}

extension RunFacts {
  var json: JSONValue {
    [
      "analyzed_at": .string(analyzedAt),
      "decode_ms": .number(decodeMilliseconds),
      "analysis_ms": .number(analysisMilliseconds),
      "total_ms": .number(totalMilliseconds),
    ]
  }
}

extension JSONValue {
  /// Whole numbers without a fraction: `44100`, not `44100.0`.
  package static func wholeIfExact(_ number: Double) -> JSONValue {
    Int(exactly: number).map { .int($0) } ?? .number(number)
  }
}
