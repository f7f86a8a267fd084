// A person of a store, in place of files: what is stored of them is taken as it is.

import ArgumentParser
import BaselineService
import JobRunner
import RecordStore
import VoicePipeline
import VoiceTypes

/// Whose stored recordings a command takes, if any.
struct StoredPersonChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take what the store has of this person in place of files.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "The store of --user; SAGEVOICE_STORE unless given.", valueName: "folder"),
    completion: .directory)
  var store: String?

  @OptionGroup var key: KeyChoice

  @OptionGroup var author: ActorChoice

  func validate() throws {
    guard let user else {
      guard store == nil else {
        throw ValidationError("--store takes effect with --user only.")
      }
      return
    }
    try PersonOption.check(user)
    guard !folder.isEmpty else {
      throw ValidationError("--store: name the folder of the store, or set SAGEVOICE_STORE.")
    }
  }

  private var folder: String { store ?? EnvironmentVariable.store.value ?? "" }

  /// The store, for somebody to write to; nil where files are given.
  func open(_ access: StoreAccess) throws(CommandFault) -> RecordStore {
    do {
      let address = try StoreAddress(
        folder: folder, key: key.source, actor: author.chosen, clock: SystemClock())
      // Opening for writing would make one.
      let found = try address.open(.reading)
      return access == .reading ? found : try address.open(.writing)
    } catch {
      throw CommandFault(opening: error, for: access, error.description)
    }
  }
}

extension Records {
  /// A person as far as a store knows them.
  static func person(_ id: String, in store: RecordStore) throws(CommandFault) -> Person {
    try stored { () throws(StoreError) in
      try store.person(for: store.userHash(of: id))?.told() ?? Person(UserProfile(userID: id))
    }
  }

  /// What stored recordings come to, by the minimums of recordings.
  static func follow(
    _ store: RecordStore, _ minimums: [RecordingMinimum]
  ) -> PersonFollowUp {
    PersonFollowUp(in: store, minimums: minimums, environment: .system)
  }
}
