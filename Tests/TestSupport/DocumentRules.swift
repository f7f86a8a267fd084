// Rules of a results document that a schema cannot express, such as relations of two members.

package import VoiceTypes

/// The promises of the contract that tie members of a document together.
package enum DocumentRules {
  /// Violations of the schema and the rules by a document; empty for a valid one.
  package static func problems(in document: JSONValue) throws -> [String] {
    let schema = try JSONSchemaValidator(ResultsDocument.jsonSchema)
    return schema.problems(in: document) + reasonProblems(in: document)
  }

  /// Measures that are neither a number with no reason, nor null with exactly one.
  package static func reasonProblems(in document: JSONValue) -> [String] {
    guard document["state"] == "complete" else { return [] }
    let listed = document["unavailable"]?.elements.compactMap { $0["measure"]?.stringValue } ?? []
    return measures(of: document).compactMap { name, value in
      let reasons = listed.count { $0 == name }
      let expected = value == .null ? 1 : 0
      return reasons == expected ? nil : "\(name) is \(value) with \(reasons) reasons"
    }
  }

  /// Every measure of a document by its full name, in order.
  package static func measures(of document: JSONValue) -> [(name: String, value: JSONValue)] {
    (document["biomarkers"]?.members ?? []).flatMap { group in
      group.value.members.filter { $0.key != "components" }.map { member in
        (name: "\(group.key).\(member.key)", value: member.value)
      }
    }
  }

  /// The names of the measures that are null, by the code of their reason.
  package static func reasons(of document: JSONValue) -> [String: [String]] {
    (document["unavailable"]?.elements ?? []).reduce(into: [:]) { reasons, entry in
      reasons[entry["code"]?.stringValue ?? "", default: []]
        .append(entry["measure"]?.stringValue ?? "")
    }
  }

  /// The document without the members that may differ between two runs.
  package static func withoutRun(_ document: JSONValue) -> JSONValue {
    document.removing(["analysis_id"]).removing(["run"])
  }
}
