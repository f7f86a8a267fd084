// The comparison document as JSON, member by member in the order of its schema.

extension ComparisonDocument {
  /// The document as an ordered JSON value.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("schema", .string(Self.schema)),
      .init("state", refusal == nil ? "complete" : "refused"),
      .init("baseline", baseline.json),
      .init("differences", .array(differences.map(\.json))),
      .init("differences_allowed", .bool(rule == .mayDiffer)),
    ]
    switch outcome {
    case .complete(let findings): members += findings.members
    case .refused(let refusal): members += refusal.members
    }
    members += [
      .init("notes", .array(notes.map { .string($0) })),
      .init("notice", .string(Self.notice)),
      .init("provenance", provenance.json),
      .init("run", run.json),
    ]
    return .object(members)
  }
}

extension BaselineReference {
  fileprivate var json: JSONValue {
    [
      "baseline_id": .string(baselineID),
      "sha256": .string(sha256),
      "user_id": .string(userID),
      "status": .string(status.rawValue),
      "sessions": .int(sessions),
      "established_at": .string(establishedAt),
    ]
  }
}

extension ConditionDifference {
  fileprivate var json: JSONValue {
    [
      "condition": .string(kind.rawValue),
      "baseline": .string(baseline),
      "recording": .string(recording),
    ]
  }
}

extension ComparisonFindings {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("sessions", .array(sessions.map(\.json))),
      .init("alerts", .array(alerts.map(\.json))),
      .init("summary", .string(summary)),
    ]
  }
}

extension ComparisonFindings.Alert {
  fileprivate var json: JSONValue {
    [
      "rule": .string(rule.rawValue),
      "session_id": .string(sessionID),
      "families": .array(families.map { .string($0.rawValue) }),
    ]
  }
}

extension ComparisonRefusal {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("sessions", .array(sessions.map(\.json))),
      .init("errors", .array(reasons.map(\.json))),
    ]
  }
}

extension SessionComparison {
  fileprivate var json: JSONValue {
    .object(session.members + [.init("measures", .array(measures.map(\.json)))])
  }
}

extension MeasureComparison {
  fileprivate var json: JSONValue {
    [
      "measure": .string(measure.rawValue),
      "family": .optional(family?.rawValue),
      "primary": .bool(isPrimary),
      "unit": .string(measure.unit),
      "value": .number(value),
      "usual": .number(usual),
      "change_percent": .optional(changePercent),
      "change_db": .optional(changeDecibels),
      "classification": .optional(reliability?.changeClass.rawValue),
      "direction": .optional(reliability?.direction?.rawValue),
      "reliable_change": reliability?.json ?? .null,
      "sentence": .string(sentence),
    ]
  }
}

extension MeasureComparison.Reliability {
  fileprivate var json: JSONValue {
    [
      "index": .number(index),
      "possible_from": .number(possibleFrom),
      "larger_from": .number(largerFrom),
      "degrees_of_freedom": .int(degreesOfFreedom),
      "smallest_detectable_factor": .optional(smallestFactor),
      "smallest_detectable_db": .optional(smallestDecibels),
      "usual_range": ["low": .number(low), "high": .number(high)],
    ]
  }
}

extension ComparisonRun {
  fileprivate var json: JSONValue {
    ["comparison_id": .string(comparisonID), "compared_at": .string(comparedAt)]
  }
}
