// The first line of an encrypted document.

internal import VoiceTypes

/// The format and key name of an encrypted document.
struct SealedHead: Equatable {
  /// The format of documents that the secret encrypts.
  private static let plainSchema = "sagevoice/sealed/1"

  /// The format of documents of a named key.
  private static let keyedSchema = "sagevoice/sealed/2"

  /// Maximum bytes of the line.
  static let mostBytes = 256

  private static let lineFeed = UInt8(ascii: "\n")

  /// The name of the key. Nil for the secret.
  let key: String?

  init(key: String?) { self.key = key }

  /// Whether bytes begin like an encrypted document of any version.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array(#"{"schema":"sagevoice/sealed/"#.utf8))
  }

  /// Parses the line at the start of `bytes`. Nil without one, or for another encoding.
  init?(of bytes: [UInt8]) {
    guard let end = bytes.prefix(Self.mostBytes).firstIndex(of: Self.lineFeed),
      let json = try? JSONValue.parse(Array(bytes[..<end]))
    else { return nil }
    if case .string(let name)? = json["key"] { key = name } else { key = nil }
    guard bytes.starts(with: self.bytes) else { return nil }
  }

  var bytes: [UInt8] {
    let line: JSONValue =
      if let key {
        ["schema": .string(Self.keyedSchema), "cipher": "AES-256-GCM", "key": .string(key)]
      } else {
        ["schema": .string(Self.plainSchema), "cipher": "AES-256-GCM"]
      }
    return line.lineBytes
  }
}
