// A note file exists from before the account until the guest store contains no data of the person.
// After a crash the notes decide which store serves a person.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// The notes of guest migrations in progress.
final class GuestMigrationNotes: Sendable {
  /// The stage of a migration; the raw values are stored.
  enum Stage: String {
    /// The copy may be incomplete; the guest store serves the person.
    case underWay = "under_way"
    /// The copy is complete; the home store serves the person. The guest store may still contain
    /// data.
    case arrived
  }

  private static let schema = "sagevoice/guest-move/1"

  private let folder: String
  private let files: any FileSystem
  private let known = Mutex<[UserHash: (person: String, stage: Stage)]>([:])

  init(in folder: String, files: any FileSystem) { (self.folder, self.files) = (folder, files) }

  /// Creates the directory and reads existing notes.
  func prepare() throws(FileSystemError) {
    try files.ensureFolder(folder)
    for name in try files.list(folder) {
      guard let note = try read(name) else {
        // An incomplete write: the migration had not begun.
        try files.removeIfThere(path(name))
        continue
      }
      known.withLock { $0[UserHash(text: name)] = note }
    }
  }

  /// Returns the stage of a migration; nil when none is in progress.
  func stage(of user: UserHash) -> Stage? { known.withLock { $0[user]?.stage } }

  var people: [String] { known.withLock { $0.values.map { $0.person }.sorted() } }

  /// Writes the stage of a migration durably.
  func save(_ stage: Stage, of person: String, _ user: UserHash) throws(FileSystemError) {
    let note: JSONValue = [
      "schema": .string(Self.schema), "person": .string(person), "stage": .string(stage.rawValue),
    ]
    try files.replace(path(user.text), with: note.lineBytes, durability: .synced)
    known.withLock { $0[user] = (person, stage) }
  }

  func remove(_ user: UserHash) throws(FileSystemError) {
    try files.removeIfThere(path(user.text))
    try files.synchronizeFolder(folder)
    known.withLock { _ = $0.removeValue(forKey: user) }
  }

  private func read(_ name: String) throws(FileSystemError) -> (person: String, stage: Stage)? {
    guard Hex.isSHA256(name), let json = try? JSONValue.parse(files.read(path(name))),
      json["schema"] == .string(Self.schema), case .string(let person)? = json["person"],
      case .string(let text)? = json["stage"], let stage = Stage(rawValue: text)
    else { return nil }
    return (person, stage)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }
}
