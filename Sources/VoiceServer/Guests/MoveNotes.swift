// Whose history is on its way from the store of guests to that of people with accounts, and how far it is: a file
// for each, there from before the account is until nothing is left in the store of guests. What stands here decides
// after a crash which of the two stores is a person's.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// The notes of a server.
final class MoveNotes: Sendable {
  /// How far a history is; the raw values are written.
  enum Stage: String {
    /// Some of it may have arrived; the store of guests is the person's.
    case underWay = "under_way"
    /// All of it has; some of it may still lie in the store of guests, which is not the person's any more.
    case arrived
  }

  private static let schema = "sagevoice/guest-move/1"

  private let folder: String
  private let files: any FileSystem
  private let known = Mutex<[UserHash: (person: String, stage: Stage)]>([:])

  /// Notes that are kept in a folder.
  init(in folder: String, files: any FileSystem) { (self.folder, self.files) = (folder, files) }

  /// Makes the folder, and reads what an earlier run left.
  func prepare() throws(FileSystemError) {
    try files.ensureFolder(folder)
    for name in try files.list(folder) {
      guard let note = try read(name) else {
        // It was being written: nothing had followed from it.
        try files.removeIfThere(path(name))
        continue
      }
      known.withLock { $0[UserHash(text: name)] = note }
    }
  }

  /// How far the history of a person is; nil where nothing is on its way.
  func stage(of user: UserHash) -> Stage? { known.withLock { $0[user]?.stage } }

  /// The people whose histories are on their way.
  var people: [String] { known.withLock { $0.values.map { $0.person }.sorted() } }

  /// Writes down how far a history is; durable when this returns.
  func keep(_ stage: Stage, of person: String, _ user: UserHash) throws(FileSystemError) {
    let note: JSONValue = [
      "schema": .string(Self.schema), "person": .string(person), "stage": .string(stage.rawValue),
    ]
    try files.replace(path(user.text), with: note.lineBytes, durability: .synced)
    try files.synchronizeFolder(folder)
    known.withLock { $0[user] = (person, stage) }
  }

  /// Forgets a history that is on its way no more.
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
