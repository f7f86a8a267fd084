extension ComparisonDocument: Shaped {
  /// Document as an ordered JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/comparison/1`, draft 2020-12.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:comparison:1",
      title: "sagevoice comparison of new sessions with one person's baseline")
  }

  /// Decodes the document. Throws all faults found.
  public init(json: JSONValue, mode: ValidationMode = .allFaults) throws(FileFaults) {
    self = try Self.shape.read(json, as: "comparison", mode: mode)
  }

  package static let shape = Shape(ComparisonDocument.init) {
    Derived("schema", always: schema)
    Derived(\.outcome, tag: outcomes)
    Field("baseline", \.baseline, .shaped)
    Field("differences", \.differences, .list(of: .shaped))
    Field("differences_allowed", \.rule, .mayDiffer)
    Field(\.outcome, of: outcomes)
    Field("notes", \.notes, .list(of: .anyText))
    Derived("notice", { _ in notice }, .text, .notNeeded)
    Field("provenance", \.provenance, .shaped)
    Field("run", \.run, .shaped)
  }

  private static let outcomes = TaggedUnion<Outcome>(
    "state",
    Variant(
      "complete", ComparisonFindings.shape,
      further: [.init("sessions", ["items": ["required": ["measures"]]])],
      { if case .complete(let it) = $0 { it } else { nil } }
    ) { .complete($0) },
    Variant(
      "refused", ComparisonRefusal.shape, { if case .refused(let it) = $0 { it } else { nil } }
    ) { .refused($0) })
}

extension JSONCoder where Value == ConditionRule {
  /// Rule for differing conditions as a Boolean.
  fileprivate static var mayDiffer: JSONCoder {
    mapped(
      .flag, allowed: "true or false", { $0 ? .mayDiffer : .mustAgree }, { $0 == .mayDiffer })
  }
}

extension BaselineReference: Shaped {
  package static let shape = Shape(BaselineReference.init) {
    Field("baseline_id", \.baselineID, .text)
    Field("sha256", \.sha256, .hash)
    Field("user_id", \.userID, .text)
    Field("status", \.status, .choice)
    Field("sessions", \.sessions, .positiveCount)
    Field("established_at", \.establishedAt, .text)
  }
}

extension ConditionDifference: Shaped {
  package static let shape = Shape(ConditionDifference.init) {
    Field("condition", \.kind, .choice)
    Field("baseline", \.baseline, .text)
    Field("recording", \.recording, .text)
  }
}

extension ComparisonFindings: Shaped {
  package static let shape = Shape(ComparisonFindings.init) {
    Field("sessions", \.sessions, .compared)
    Field("alerts", \.alerts, .list(of: .shaped))
    Field("summary", \.summary, .text)
  }
}

extension ComparisonRefusal: Shaped {
  package static let shape = Shape(ComparisonRefusal.init) {
    Field("sessions", \.sessions, .notCompared)
    Field("errors", \.reasons, .list(of: .shaped, .notEmpty))
  }
}

/// Session of a comparison. It has measures if the comparison is complete.
private struct ComparedSession: Shaped {
  var session: VoiceSession
  var measures: [MeasureComparison]?
  var joint: JointChange?

  var comparison: SessionComparison? {
    measures.map { SessionComparison(session: session, measures: $0, joint: joint) }
  }

  static let shape = Shape(ComparedSession.init) {
    Field(\.session, inline: VoiceSession.shape)
    Field("measures", \.measures, ifThere: .list(of: .shaped))
    Field("joint_change", \.joint, ifThere: .shaped)
  }
}

extension JSONCoder where Value == [SessionComparison] {
  /// Sessions with measures.
  fileprivate static var compared: JSONCoder {
    mapped(
      .list(of: ComparedSession.shape.codec), allowed: "sessions with their measures",
      { held in
        let sessions = held.compactMap(\.comparison)
        return sessions.count == held.count ? sessions : nil
      },
      { $0.map { ComparedSession(session: $0.session, measures: $0.measures, joint: $0.joint) } })
  }
}

extension JSONCoder where Value == [VoiceSession] {
  /// Sessions of a refused comparison, without measures.
  fileprivate static var notCompared: JSONCoder {
    mapped(
      .list(of: ComparedSession.shape.codec), allowed: "sessions", { $0.map(\.session) },
      { $0.map { ComparedSession(session: $0) } })
  }
}

extension ComparisonRun: Shaped {
  package static let shape = Shape(ComparisonRun.init) {
    Field("comparison_id", \.comparisonID, .text)
    Field("compared_at", \.comparedAt, .text)
  }
}
