// The lines of `ledger.ndjson`.

internal import RecordStore
internal import VoiceTypes

/// Writes and reads lines of the memory of an inbox.
enum LedgerLine {
  private static let schema = "sagevoice/ledger/2"

  /// Up to version 0.5.1 the path stood in it as it is.
  private static let schemaWithNames = "sagevoice/ledger/1"

  static func json(of entry: LedgerEntry) -> JSONValue {
    [
      "schema": .string(schema), "name": .string(entry.name), "stem": .string(entry.stem),
      "kind": .string(entry.kind.rawValue), "session_id": .string(entry.session.text),
      "device": .string(String(entry.stamp.device)), "inode": .string(String(entry.stamp.inode)),
      "size_bytes": .int(entry.stamp.size), "modified_ns": .int(Int(entry.stamp.modified)),
    ]
  }

  /// The entry in a line, and whether there is a name in it; nil for a line that a crash cut.
  static func entry(
    in line: [UInt8], naming: (String) -> String
  ) -> (entry: LedgerEntry, isNamed: Bool)? {
    guard let json = try? JSONValue.parse(line), let stamp = stamp(in: json),
      let session = json["session_id"]?.text.flatMap(SessionID.init)
    else { return nil }
    switch json["schema"]?.text {
    case schemaWithNames:
      guard let path = json["path"]?.text else { return nil }
      let entry = InboxLedger.Entry(path: path, stamp: stamp, session: session)
      return (LedgerEntry(entry, naming: naming), true)
    case schema:
      guard let name = json["name"]?.text, let stem = json["stem"]?.text,
        let kind = json["kind"]?.text.flatMap(LedgerEntry.Kind.init(rawValue:))
      else { return nil }
      return (LedgerEntry(name: name, stem: stem, kind: kind, stamp, session), false)
    default: return nil
    }
  }

  private static func stamp(in json: JSONValue) -> FileStamp? {
    guard let device = json["device"]?.text.flatMap({ UInt64($0) }),
      let inode = json["inode"]?.text.flatMap({ UInt64($0) }),
      case .int(let size) = json["size_bytes"], case .int(let modified) = json["modified_ns"]
    else { return nil }
    return FileStamp(device: device, inode: inode, size: size, modified: Int64(modified))
  }
}
