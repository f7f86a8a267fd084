// Entries of a report head that clinics add, all optional. The program prints them and computes nothing from them.

package import VoiceTypes

/// Head of a report: the person, the clinic, the recording and ratings of a listener.
package struct ReportHeader: Sendable {
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

  private let entries: [(field: Field, text: String)]

  /// Whether the report ends with a line for a signature.
  private let hasSignature: Bool

  /// The logo of the clinic as PNG; nil without one.
  package var logo: [UInt8]?

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
    entries = Field.allCases.compactMap { field in texts[field].map { (field, $0) } }
    self.hasSignature = hasSignature
  }

  private static func text(of member: JSONValue.Member) throws(Fault) -> String {
    switch member.value {
    case .string(let text) where text.count <= longest: return text
    case .int(let number): return "\(number)"
    case .number(let number): return NumberFormat.short(number)
    default:
      throw Fault(
        description: "\(member.key): expected a text of at most \(longest) characters, or a number")
    }
  }

  /// The first block as HTML.
  func top(_ language: Language) -> String {
    let image = logo.map {
      "<img class=\"logo\" alt=\"\" src=\"data:image/png;base64,\(Base64.text(of: $0))\">\n"
    }
    let pairs = entries.map { field, text in
      (language.text(field.label), field == .distance ? "\(text) cm" : text)
    }
    return (image ?? "")
      + HTML.section(
        language.text(.headerHeading), HTML.definitions(pairs), kind: "inline")
  }

  /// The last block as HTML: a line for date and signature.
  func bottom(_ language: Language) -> String {
    hasSignature ? HTML.element("p", language.text(.headerSignature), kind: "signature") : ""
  }
}

extension ReportHeader.Field {
  fileprivate var label: Phrase {
    switch self {
    case .name: .headerName
    case .dateOfBirth: .headerDateOfBirth
    case .sex: .headerSex
    case .clinic: .headerClinic
    case .examiner: .headerExaminer
    case .device: .headerDevice
    case .distance: .headerDistance
    case .task: .headerTask
    case .vowel: .headerVowel
    case .complaints: .headerComplaints
    case .findings: .headerFindings
    case .grbas: .headerGRBAS
    case .rbh: .headerRBH
    case .capeV: .headerCapeV
    case .vhi10: .headerVHI10
    }
  }
}
