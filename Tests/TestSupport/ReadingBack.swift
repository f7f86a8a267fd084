// Rules of every document reader. Written documents are read, members of later versions are
// skipped, another major version is refused by name, and damage is reported with its place.

internal import VoiceMath
package import VoiceTypes

/// A kind of document with its writer and its reader.
package struct ReadingBack: Sendable {
  /// The name of the document.
  package let name: String
  private let json: JSONValue
  private let schema: JSONValue
  private let rewritten: @Sendable (JSONValue) throws -> JSONValue

  /// A document, the schema of its kind, and its copy after reading and writing.
  package init(
    _ name: String, _ json: JSONValue, schema: JSONValue,
    rewriting rewritten: @escaping @Sendable (JSONValue) throws -> JSONValue
  ) {
    self.name = name
    self.json = json
    self.schema = schema
    self.rewritten = rewritten
  }

  /// Rules of every document.
  package enum Rule: CaseIterable, Sendable {
    case isWrittenAsItWasRead
    case membersOfLaterVersionsArePassedOver
    case anotherMajorVersionIsRefusedByItsName
    case damagedValuesAreReadOrFaults
    case damagedBytesAreReadOrFaults
  }

  /// The rules for damaged documents.
  package static let damage: [Rule] = [
    .damagedValuesAreReadOrFaults, .damagedBytesAreReadOrFaults,
  ]

  /// Documents of a kind that are damaged in either way: over all kinds there are 10 000.
  private static let damagedOnes = 250

  /// Violations of a rule.
  package func problems(with rule: Rule) throws -> [String] {
    switch rule {
    case .isWrittenAsItWasRead: try problemsWithItself()
    case .membersOfLaterVersionsArePassedOver:
      try rewritten(Self.withLaterMembers(json)) == json ? [] : ["\(name) is read otherwise"]
    case .anotherMajorVersionIsRefusedByItsName: problemsWithAnotherMajor()
    case .damagedValuesAreReadOrFaults: problems { DocumentDamage.of(json, using: &$0) }
    case .damagedBytesAreReadOrFaults: problemsWithBytes()
    }
  }

  private func problemsWithItself() throws -> [String] {
    let text = json.text(.pretty)
    let parsed = try JSONValue(parsing: text)
    let again = try rewritten(parsed).text(.pretty)
    let schemaProblems = try JSONSchemaValidator(schema).problems(in: parsed)
    return schemaProblems + (again == text ? [] : ["\(name) is written otherwise: \(again)"])
  }

  private func problemsWithAnotherMajor() -> [String] {
    guard case .string(let schema)? = json["schema"] else { return ["\(name) has no schema"] }
    let next = JSONValue.string(schema.dropLast() + "2")
    let faults = faults { json.setting(["schema"], to: next) } ?? []
    return faults.count == 1 && faults[0].found == next.excerpt ? [] : ["\(name): \(faults)"]
  }

  private func problemsWithBytes() -> [String] {
    let text = json.fileBytes
    return problems { random in
      try JSONValue.parse(DocumentDamage.ofBytes(text, using: &random))
    }
  }

  /// Violations by the result of reading damaged documents.
  private func problems(
    _ damaged: (inout SplitMix64) throws -> JSONValue
  ) -> [String] {
    var random = SplitMix64(seed: name.utf8.reduce(0) { 31 &* $0 &+ UInt64($1) })
    var (read, problems) = (0, [String]())
    for number in 0..<Self.damagedOnes {
      var found: JSONValue?
      let faults = faults {
        found = try damaged(&random)
        return found ?? .null
      }
      if let faults {
        let areSound =
          !faults.isEmpty
          && faults.allSatisfy {
            !$0.place.isEmpty && !$0.found.isEmpty && !$0.allowed.isEmpty
          }
        if !areSound { problems.append("\(name), \(number): \(faults)") }
      } else {
        read += 1
        if let found, !isRepeated(found) { problems.append("\(name), \(number): \(found)") }
      }
    }
    print("\(name): of \(Self.damagedOnes) damaged ones \(read) read")
    return problems + (read > 0 && read < Self.damagedOnes ? [] : ["\(name): \(read) are read"])
  }

  /// Whether a read document has a text that reads and writes the same.
  private func isRepeated(_ found: JSONValue) -> Bool {
    guard let text = try? rewritten(found).text(.pretty) else { return false }
    return (try? rewritten(JSONValue(parsing: text)).text(.pretty)) == text
  }

  /// The faults of reading a document; nil when it is read.
  private func faults(_ document: () throws -> JSONValue) -> [FileFault]? {
    do {
      _ = try rewritten(document())
      return nil
    } catch let error as FileFaults {
      return error.faults
    } catch let error as FileFault {
      return [error]
    } catch let error as JSONSyntaxError where error.line > 0 && error.column > 0 {
      return [FileFault("line \(error.line)", found: error.problem, allowed: "JSON")]
    } catch {
      return []
    }
  }

  /// Every object but free maps with one member more.
  private static func withLaterMembers(_ value: JSONValue, under key: String = "") -> JSONValue {
    let maps: Set = [
      "settings", "libraries", "uncertainty", "unfiltered", "components", "values", "parameters",
    ]
    switch value {
    case .object(let members):
      let kept = members.map {
        JSONValue.Member($0.key, withLaterMembers($0.value, under: $0.key))
      }
      return .object(kept + (maps.contains(key) ? [] : [.init("added_later", 1)]))
    case .array(let elements): return .array(elements.map { withLaterMembers($0, under: key) })
    default: return value
    }
  }
}
