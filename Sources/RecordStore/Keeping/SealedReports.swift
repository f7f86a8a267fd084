// What an encrypted store says of files that failed. A report tells those without the key what
// happened and what to do: its kind, the session, the time, the code and the advice. The name, the
// fingerprint, the place and what was found are encrypted within it, and the names of the files
// themselves are keyed hashes.

internal import VoiceTypes

extension RecordStore {
  /// The member that holds the whole report, encrypted.
  static let sealedMember = "sealed"

  /// Members that tell of a person or a recording.
  static let hiddenMembers: Set<String> = ["name", "sha256", "lies_at"]

  /// The digits of a name that stands for another: 128 bits, as many as those of audited names.
  private static let hiddenDigits = 32

  /// What stands in a report in the place of what was found.
  private static let hiddenMessage =
    "the message is encrypted; `sagevoice records failed` shows it with the key"

  static let errorEnding = ".error.json"
  static let sealedEnding = ".sealed"

  /// The bytes of a report as the store keeps them under a name.
  func reportBytes(_ report: JSONValue, as name: String) throws(StoreError) -> [UInt8] {
    guard sealing != nil, case .object(let members) = report else { return report.fileBytes }
    let sealed = try sealed(report.fileBytes, for: Self.reportPlace(name))
    let shown = members.map { member -> JSONValue.Member in
      if Self.hiddenMembers.contains(member.key) { return .init(member.key, .null) }
      return member.key == "error" ? .init(member.key, Self.shown(member.value)) : member
    }
    let whole = shown + [.init(Self.sealedMember, .string(Hex.text(of: sealed)))]
    return JSONValue.object(whole).fileBytes
  }

  /// A report as it was before it was encrypted; one that never was, as it is.
  func openedReport(_ bytes: [UInt8], as name: String) throws(StoreError) -> [UInt8] {
    guard sealing != nil, let json = try? JSONValue.parse(bytes),
      case .string(let digits)? = json[Self.sealedMember]
    else { return bytes }
    guard let sealed = Hex.bytes(of: Array(digits.utf8)) else {
      throw .damaged(path: name, problem: "the encrypted part is not hexadecimal")
    }
    return try opened(sealed, of: Self.reportPlace(name))
  }

  private static func reportPlace(_ name: String) -> SealedPlace {
    SealedPlace(owner: "failed", name: name)
  }

  private static func shown(_ error: JSONValue) -> JSONValue {
    [
      "code": error["code"] ?? .null, "message": .string(hiddenMessage),
      "advice": error["advice"] ?? .null,
    ]
  }

  // MARK: - Names

  /// What a file that failed is called: by its own name, or by one that tells nothing of it.
  func failedFileName(_ name: String, _ number: Int) -> String {
    sealing == nil
      ? FailedName.numbered(FailedName.usable(name), number)
      : hidden(name, number) + Self.sealedEnding
  }

  /// What the report of a file that was put away is called.
  func reportName(ofFile file: String) -> String {
    let stem = file.hasSuffix(Self.sealedEnding) ? file.dropLast(Self.sealedEnding.count) : ""
    // Until 0.5.1 an encrypted store kept names.
    let isHidden =
      sealing != nil && stem.utf8.count == Self.hiddenDigits && Hex.areLowerCaseDigits(stem.utf8)
    return (isHidden ? String(stem) : file) + Self.errorEnding
  }

  private func hidden(_ name: String, _ number: Int) -> String {
    let text = "\(number) \(Hex.text(of: name.utf8))"
    return String(secrets.keyedHash(of: text, for: .hiddenName).prefix(Self.hiddenDigits))
  }
}
