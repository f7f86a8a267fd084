// A store as the watcher fills it, with documents that the tool itself wrote.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

/// A folder with a store in it.
final class RecordsFixture {
  let scratch = Scratch()
  let clock = FixedClock()
  private(set) var sessions: [SessionID] = []

  var path: String { scratch.path("store") }

  /// The path of the key, for an encrypted store.
  func key(_ name: String = "key", _ byte: UInt8 = 7) throws -> String {
    let path = try scratch.write([UInt8](repeating: byte, count: 32), as: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  /// The path of a key file with lines.
  func keyFile(_ name: String, _ lines: [String]) throws -> String {
    let path = try scratch.write(lines.joined(separator: "\n") + "\n", as: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  func open(_ access: StoreAccess = .writing, key: String? = nil) throws -> RecordStore {
    var options = StoreOptions(access, actor: "test", clock: clock)
    options.keys = try key.map { try StoreKeys(fileAt: $0) }
    return try RecordStore(at: path, options)
  }

  /// The history of the store, one JSON object per line.
  func history(key: String? = nil, sessions: Bool = false) throws -> String {
    try open(.reading, key: key).historyText(sessions: sessions)
  }

  /// Runs a statement on the database of the store.
  func change(_ sql: String) throws {
    let database = try SQLiteDatabase(at: scratch.path("store/store.sqlite"), for: .writing)
    _ = try database.transaction(of: "store", .writing) { try $0.run(sql, []) }
  }

  /// Files a recording of a person; a day passes.
  @discardableResult
  func file(
    _ name: String, of userID: String?, keepingAudio: Bool = true, key: String? = nil,
    f0: Hertz = 120
  ) async throws -> SessionID {
    let wav = try scratch.voice(name, f0: f0)
    let bytes = try scratch.bytes(of: name)
    let documents = try await ["quick", "comprehensive"].mapInOrder { tier in
      Array(try await Tool.run(["analyze", "--tier", tier, wav]).output.utf8)
    }
    let id = try newID()
    let store = try open(key: key)
    var change = SessionChange("analysed", state: StateRecord(.filed))
    change.header = try header(name, bytes, documents[1], in: store)
    change.header?.user = userID.map(store.userHash)
    change.documents = [.quick: documents[0], .computed: documents[1]]
    if keepingAudio { change.documents[.audio] = bytes }
    if let userID {
      change.documents[.answers] = Array(
        #"{"schema":"sagevoice/answers/1","given":{"profile":{"user_id":"\#(userID)","age":93}}}"#
          .utf8)
    }
    try store.session(id).commit(change)
    clock.advance(milliseconds: 86_400_000)
    return id
  }

  private func newID() throws -> SessionID {
    let number = sessions.count + 1
    guard let id = SessionID("aaaaaaaa-bbbb-4ccc-8ddd-00000000000\(number)") else {
      throw CocoaError(.formatting)
    }
    sessions.append(id)
    return id
  }

  private func header(
    _ name: String, _ bytes: [UInt8], _ document: [UInt8], in store: RecordStore
  ) throws -> SessionHeader {
    let json = try JSONValue.parse(document)
    var header = SessionHeader(
      recording: StoredRecording(
        name: name, sha256: json[path: ["recording", "sha256"]]?.stringValue ?? "",
        sizeBytes: bytes.count, durationSeconds: 1),
      settingsSHA256: json[path: ["provenance", "settings_sha256"]]?.stringValue ?? "",
      version: json[path: ["provenance", "version"]]?.stringValue ?? "")
    header.context = "clinic"
    header.reference = "visit \(name)"
    header.recordedAt = "2026-01-02T09:00:00Z"
    return header
  }

  /// Runs a command on the records of the store.
  func records(_ command: String, _ further: [String] = []) async throws -> Tool.Outcome {
    try await Tool.run(["records", command, "--store", path] + further)
  }

  /// The bytes of all files below a folder by their paths.
  func tree(_ folder: String = "store") throws -> [String: [UInt8]] {
    let names = FileManager.default.enumerator(atPath: scratch.path(folder))?.allObjects ?? []
    var found: [String: [UInt8]] = [:]
    for case let name as String in names {
      // Folders have no contents.
      let file = scratch.path("\(folder)/\(name)")
      if let data = FileManager.default.contents(atPath: file) { found[name] = Array(data) }
    }
    return found
  }
}
