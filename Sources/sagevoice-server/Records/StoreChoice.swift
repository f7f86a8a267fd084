import ArgumentParser
import CommandSupport
import Glibc
import RecordStore

struct StoreChoice: ParsableArguments {
  @OptionGroup(title: HelpText.Title.store) var place: StoreFolder
  @OptionGroup(title: HelpText.Title.store) var key: KeyChoice

  var folder: String { place.path }

  func open() throws -> RecordStore { try address(of: .user).opened() }

  fileprivate func address(of actor: AuditActor) throws -> StoreAddress {
    try StoreAddress.of(folder: folder, key, actor)
  }
}

/// An existing store, with the actor for its history.
struct AuditedStoreChoice: ParsableArguments {
  @OptionGroup(title: HelpText.Title.store) private var selection: StoreChoice
  @OptionGroup(title: HelpText.Title.audit) private var author: ActorChoice

  var folder: String { selection.folder }

  var actor: AuditActor { author.chosen }

  var address: StoreAddress { get throws { try selection.address(of: actor) } }

  /// Opens the store for reading, without an actor.
  func openToRead() throws -> RecordStore { try selection.open() }

  func open(_ verbosity: Verbosity = .usual) throws -> RecordStore {
    try address.opened(creating: .never, verbosity)
  }

  /// Opens the store to disclose data. It opens an encrypted store for writing, so that its history
  /// records the disclosure.
  func openToDisclose(_ verbosity: Verbosity = .usual) throws -> RecordStore {
    let store = try address.opened()
    return store.isEncrypted ? try open(verbosity) : store
  }
}

/// A store that a command may create, with the actor for its history.
struct CreatedStoreChoice: ParsableArguments {
  @OptionGroup(title: HelpText.Title.store) private var selection: StoreChoice
  @OptionGroup(title: HelpText.Title.store) private var choice: StoreCreationChoice
  @OptionGroup(title: HelpText.Title.audit) private var author: ActorChoice

  var folder: String { selection.folder }

  func open(_ verbosity: Verbosity = .usual) throws -> RecordStore {
    try selection.address(of: author.chosen).opened(creating: choice.creation, verbosity)
  }
}

extension StoreAddress {
  /// Returns the address of a folder, with its key.
  static func of(folder: String, _ key: KeyChoice, _ actor: AuditActor) throws -> StoreAddress {
    do {
      return try StoreAddress(folder: folder, key: key.source, actor: actor, clock: SystemClock())
    } catch {
      throw CommandFault(opening: error, for: .reading, error.description)
    }
  }

  func opened() throws -> RecordStore {
    do {
      return try open(.reading)
    } catch {
      throw CommandFault(opening: error, for: .reading, error.description)
    }
  }

  /// Opens the store for writing and prints its warnings unless quiet.
  func opened(
    creating creation: StoreCreation, _ verbosity: Verbosity = .usual
  ) throws -> RecordStore {
    do {
      let store = try open(creating: creation)
      if verbosity == .usual { store.notices.forEach { StandardStreams.note("--store: \($0)") } }
      return store
    } catch {
      throw CommandFault(opening: error, for: .writing, error.description)
    }
  }
}

/// The key of an encrypted store, from an option, the environment or a systemd credential.
struct KeyChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Key file of an encrypted store. Default: SAGEVOICE_KEY_FILE, or the systemd credential \
      sagevoice-key.
      """, valueName: "file"), completion: .file())
  var keyFile: String?

  @Option(
    name: .customLong("key-fd"),
    help: ArgumentHelp("File descriptor with the key, instead of --key-file.", valueName: "number"),
    transform: OptionValue.wholeNumber(from: 0, through: Int(Int32.max)))
  var keyDescriptor: Int?

  private static let credentialName = "sagevoice-key"

  /// The key source: options, then the environment, then the credential.
  var source: StoreKeySource {
    if let keyDescriptor { return .descriptor(Int32(keyDescriptor)) }
    if let path = keyFile ?? EnvironmentVariable.keyFile.value { return .file(path) }
    return credential.map { .credential($0) } ?? .none
  }

  private var credential: String? {
    guard let folder = EnvironmentVariable.credentials.value else { return nil }
    let path = "\(folder)/\(Self.credentialName)"
    return OutputFolder.holds(path) ? path : nil
  }

  func validate() throws {
    guard keyFile == nil || keyDescriptor == nil else {
      throw ValidationError("--key-file and --key-fd give a key each; choose one.")
    }
    guard keyDescriptor == nil else { return }
    try OptionFile.refuseStandardInput(keyFile, for: "--key-file", or: .keyFile)
  }
}

struct ActorChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Name of the user for the history. Default: SAGEVOICE_ACTOR or the login name.",
      valueName: "name"), transform: OptionValue.actor)
  var actor: AuditActor?

  /// The actor from the option, the environment or the effective user, in this order.
  var chosen: AuditActor {
    actor ?? EnvironmentVariable.actor.value.flatMap { AuditActor($0) } ?? .user
  }

  func validate() throws {
    guard actor == nil, let name = EnvironmentVariable.actor.value else { return }
    guard AuditActor(name) != nil else {
      throw ValidationError("SAGEVOICE_ACTOR: \(OptionValue.actorForm)")
    }
  }
}

extension AuditActor {
  /// The effective user of the process.
  static var user: AuditActor {
    let userID = geteuid()
    // The record is valid until the next call: commands call this once, before they start a thread.
    // The zero-terminated name is copied at once.
    let login = unsafe getpwuid(userID).map { unsafe String(cString: $0.pointee.pw_name) }
    return AuditActor(login: login, userID: userID)
  }
}
