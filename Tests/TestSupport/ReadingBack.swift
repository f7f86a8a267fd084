// What holds for every reader of a document: what is written is read, what a later version adds is
// passed over, another major version is refused by its name, and damage is told with its place.

internal import VoiceMath
package import VoiceTypes

/// A kind of document with its writer and its reader.
package struct ReadingBack: Sendable {
  /// A document and what it is called.
  package let name: String
  private let json: JSONValue
  private let schema: JSONValue
  private let rewritten: @Sendable (JSONValue) throws -> JSONValue

  /// A document, the schema of its kind, and what comes of it when it is read and written again.
  package init(
    _ name: String, _ json: JSONValue, schema: JSONValue,
    rewriting rewritten: @escaping @Sendable (JSONValue) throws -> JSONValue
  ) {
    self.name = name
    self.json = json
    self.schema = schema
    self.rewritten = rewritten
  }

  /// What is wrong with reading the document back; none when nothing is.
  package func problems() throws -> [String] {
    let text = json.text(.pretty)
    let parsed = try JSONValue(parsing: text)
    let again = try rewritten(parsed).text(.pretty)
    let schemaProblems = try JSONSchemaValidator(schema).problems(in: parsed)
    return schemaProblems + (again == text ? [] : ["\(name) is written otherwise: \(again)"])
  }

  /// What is wrong with reading the document with members that a later version added.
  package func problemsWithLaterMembers() throws -> [String] {
    let later = Self.withLaterMembers(json)
    let again = try rewritten(later)
    return again == json ? [] : ["\(name) is read otherwise"]
  }

  /// The faults of the document under another major version of its schema.
  package func faultsOfAnotherMajor() -> [FileFault] {
    guard case .string(let schema)? = json["schema"] else { return [] }
    let next = JSONValue.string(schema.dropLast() + "2")
    return faults(of: json.setting(["schema"], to: next)) ?? []
  }

  /// The outcome of reading so many damaged documents: how many were read and how many refused, and
  /// what is wrong with either.
  package func damage(
    _ count: Int, from state: UInt64
  ) -> (read: Int, refused: Int, problems: [String]) {
    var random = SplitMix64(seed: state)
    var (read, refused, problems) = (0, 0, [String]())
    for _ in 0..<count {
      let damaged = DocumentDamage.of(json, using: &random)
      guard let faults = faults(of: damaged) else {
        read += 1
        // What was taken is a document: it is read again, and written the same.
        let once = try? rewritten(damaged)
        let twice = once.flatMap { try? rewritten($0) }
        if once == nil || once != twice { problems.append("\(name): \(damaged.text(.compact))") }
        continue
      }
      refused += 1
      let areSound =
        !faults.isEmpty
        && faults.allSatisfy {
          !$0.place.isEmpty && !$0.found.isEmpty && !$0.allowed.isEmpty
        }
      if !areSound { problems.append("\(name): \(faults)") }
    }
    return (read, refused, problems)
  }

  private func faults(of json: JSONValue) -> [FileFault]? {
    do {
      _ = try rewritten(json)
      return nil
    } catch let error as FileFaults {
      return error.faults
    } catch let error as FileFault {
      return [error]
    } catch {
      return []
    }
  }

  /// Every object but free maps with one member more.
  private static func withLaterMembers(_ value: JSONValue, under key: String = "") -> JSONValue {
    let maps: Set = ["settings", "libraries", "uncertainty", "components", "values"]
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
