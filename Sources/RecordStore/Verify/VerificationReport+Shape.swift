// The report of a verification as JSON.

package import VoiceTypes

extension VerificationReport: Shaped {
  /// The name and number of the format.
  static let schema = "sagevoice/verification/1"

  /// The report as an ordered JSON value.
  package var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/verification/1`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:verification:1",
      title: "sagevoice verification of a store by `sagevoice records verify`")
  }

  package static let shape = Shape(VerificationReport.init(head:sessions:lines:findings:)) {
    Derived(schema: schema)
    Field("head", \.head, .noted)
    Field("sessions", \.sessions, .count)
    Field("lines", \.lines, .count)
    Derived(
      "counts", \.counts, .map(by: FindingKind.self, .asDeclared, .ignoringOthers, of: .count))
    Field("findings", \.findings, .list(of: .shaped))
  }

  private init(head: AuditHead, sessions: Int, lines: Int, findings: [Finding]) {
    self.init(findings: findings, sessions: sessions, lines: lines, head: head)
  }

  /// The number of findings of each kind, with zeros.
  package var counts: [FindingKind: Int] {
    let none = Dictionary(uniqueKeysWithValues: FindingKind.allCases.map { ($0, 0) })
    return findings.reduce(into: none) { counts, finding in counts[finding.kind, default: 0] += 1 }
  }
}

extension Finding: Shaped {
  package static let shape = Shape<Finding> {
    Field("code", \.kind, .choice)
    Field("session_id", \.session, .orNull(.sessionID))
    Field("path", \.path, .anyText)
    Field("problem", \.problem, .text)
    Derived("advice", \.advice, .text, .notNeeded)
  } make: { kind, session, path, problem in
    let above = session.map(Finding.folder(of:)) ?? ""
    let file = path.hasPrefix(above) ? String(path.dropFirst(above.count)) : path
    return Finding(kind, session, file, problem)
  }

  /// The path from the folder of the store. For a whole session: its folder.
  package var path: String { (session.map(Self.folder(of:)) ?? "") + file }

  private static func folder(of session: SessionID) -> String { "sessions/\(session.text)/" }
}

extension AuditHead {
  /// The head as `number:hash`, for a later verification.
  package var noted: String { "\(sequence):\(hash)" }

  /// Parses `number:hash`. Nil for other texts.
  package init?(noted text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = Int(parts[0]), sequence >= 0,
      Hex.isSHA256(String(parts[1]))
    else { return nil }
    self.init(sequence: sequence, hash: String(parts[1]))
  }
}

extension JSONCoder where Value == AuditHead {
  fileprivate static var noted: JSONCoder {
    let text = JSONCoder<String>.text(
      allowed: "a number and a hash, separated by a colon",
      schema: ["type": "string", "pattern": "^[0-9]+:[0-9a-f]{64}$"]
    ) { AuditHead(noted: $0) != nil }
    return mapped(
      text, allowed: "the head of a log", { AuditHead(noted: $0) }, { $0.noted })
  }
}
