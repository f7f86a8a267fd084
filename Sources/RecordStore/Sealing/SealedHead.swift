// The first line of an encrypted document.

internal import VoiceTypes

/// Says that what follows is encrypted, and by which key.
struct SealedHead: Equatable {
  /// The name and number of the format of documents that the secret of the store encrypts.
  private static let plainSchema = "sagevoice/sealed/1"

  /// The same of documents of a key with a name.
  private static let keyedSchema = "sagevoice/sealed/2"

  /// More bytes than any such line has.
  static let mostBytes = 256

  private static let lineFeed = UInt8(ascii: "\n")

  /// The name of the key; nil for the secret of the store.
  let key: String?

  init(key: String?) { self.key = key }

  /// Whether bytes start as those of an encrypted document do, of this version or a later one.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array(#"{"schema":"sagevoice/sealed/"#.utf8))
  }

  /// The line that bytes start with; nil where they are of no encrypted document, or the line is not
  /// written as the store writes it.
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
