// Entries of a report head that clinics add, all optional. The program prints them and computes nothing from them.

/// Head of a report: the person, the clinic, the recording and ratings of a listener.
package struct ReportHeader: Sendable, Equatable {
  /// An entry, by its key in JSON, in printing order.
  package enum Field: String, CaseIterable, Sendable {
    case name
    case dateOfBirth = "date_of_birth"
    case sex
    case clinic
    case examiner
    case device
    case distance = "distance_cm"
    case task
    case vowel
    case complaints
    case findings
    case grbas
    case rbh
    case capeV = "cape_v"
    case vhi10 = "vhi_10"
  }

  /// An error of the JSON.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  /// Maximum length of an entry, in characters [E].
  private static let longest = 1000

  private static let signatureKey = "signature"

  /// An entry with its text.
  package struct Entry: Sendable, Equatable {
    package let field: Field
    package let text: String
  }

  package let entries: [Entry]

  /// Whether the report ends with a line for a signature.
  package let hasSignature: Bool

  /// The logo of the clinic as PNG; nil without one.
  package var logo: [UInt8]?

  /// The entries as JSON; numbers are texts.
  package var json: JSONValue {
    .object(
      entries.map { .init($0.field.rawValue, .string($0.text)) }
        + (hasSignature ? [.init(Self.signatureKey, true)] : []))
  }

  /// The coder. Its error messages do not contain the entries.
  package static var coder: JSONCoder<ReportHeader> {
    JSONCoder.mapped(
      .anything, allowed: "the entries of a report head",
      { json in try? ReportHeader(json: json) }, { $0.json }
    ).confidential.described(
      by: [
        "type": "object", "additionalProperties": false,
        "properties": .object(
          Field.allCases.map {
            .init(
              $0.rawValue,
              ["type": ["string", "number"], "pattern": .string("^[\\s\\S]{0,\(longest)}$")])
          } + [.init(signatureKey, ["type": "boolean"])]),
      ])
  }

  /// Reads an object of texts and numbers; `signature` is true or false.
  package init(json: JSONValue) throws(Fault) {
    guard case .object(let members) = json else {
      throw Fault(description: "expected an object with the entries of the head")
    }
    var texts: [Field: String] = [:]
    var hasSignature = false
    for member in members {
      if member.key == Self.signatureKey, case .bool(let given) = member.value {
        hasSignature = given
      } else if let field = Field(rawValue: member.key) {
        texts[field] = try Self.text(of: member)
      } else {
        let keys = Field.allCases.map(\.rawValue) + [Self.signatureKey]
        throw Fault(
          description: "\(member.key): expected one of \(keys.joined(separator: ", "))")
      }
    }
    entries = Field.allCases.compactMap { field in
      texts[field].map { Entry(field: field, text: $0) }
    }
    self.hasSignature = hasSignature
  }

  private static func text(of member: JSONValue.Member) throws(Fault) -> String {
    switch member.value {
    case .string(let text) where text.count <= longest: return text
    case .int(let number): return "\(number)"
    case .number: return member.value.text(.compact)
    default:
      throw Fault(
        description: "\(member.key): expected a text of at most \(longest) characters, or a number")
    }
  }
}
