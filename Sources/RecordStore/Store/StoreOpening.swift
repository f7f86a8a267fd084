// From a path to a store: making one, checking the version and the key, and seeing who else is here.

internal import VoiceTypes

/// The steps of opening a store.
struct StoreOpening {
  let layout: StoreLayout
  let disk: Disk
  let options: StoreOptions

  private static let secretBytes = 32
  private static let idBytes = 16
  private static let stagedStoreFile = "store.json.new"
  private static let stagedSecret = "secret.new"

  /// Whether this program is among the writers, and alone.
  struct Presence {
    let lock: (any FileLock)?
    let isAlone: Bool
  }

  /// What opening finds.
  struct Opened {
    let file: StoreFile
    let secrets: StoreSecrets

    /// What encrypts documents; nil in a store that is not encrypted.
    var sealing: Sealing?
  }

  func open() throws(StoreError) -> Opened {
    guard let bytes = try disk.readIfPresent(layout.storeFile) else {
      guard options.creation != .never else { throw .notAStore(path: layout.root) }
      return try make()
    }
    guard options.creation != .always else {
      throw .unusable("\(layout.root) is already a store; give the path of a new folder")
    }
    return try opened(bytes)
  }

  private func opened(_ bytes: [UInt8]) throws(StoreError) -> Opened {
    let file = try StoreFile(parsing: bytes, file: layout.storeFile)
    let opened = try opened(file)
    guard opened.secrets.keyedHash(of: file.id, for: .check) == file.keyCheck else {
      if file.isEncrypted { throw .wrongKey }
      throw .damaged(path: layout.secret, problem: "the secret belongs to another store")
    }
    try checkThatWanted(file)
    if options.access == .writing {
      try checkThatNothingIsLinked()
      try makeFolders()
    }
    return opened
  }

  private func checkThatWanted(_ file: StoreFile) throws(StoreError) {
    guard let secret = options.secret else { return }
    let wanted = StoreSecrets(secret: secret, isSealing: file.isEncrypted)
    guard wanted.keyedHash(of: file.id, for: .check) == file.keyCheck else {
      throw .unusable(
        "\(layout.root) belongs to another store and has other person hashes; give the folder that belongs "
          + "to this store, or a new one")
    }
  }

  /// What is written through a link goes out of the store.
  private func checkThatNothingIsLinked() throws(StoreError) {
    for name in StoreLayout.ownNames.sorted() {
      let path = layout.path(of: name)
      guard try disk.facts(of: path)?.kind == .link else { continue }
      throw .damaged(path: path, problem: "the path is a symbolic link; replace it with its target")
    }
  }

  private func opened(_ file: StoreFile) throws(StoreError) -> Opened {
    if file.isEncrypted {
      guard let keys = options.keys else { throw .keyNeeded }
      return opened(file, try Keyring(of: file, with: keys), keys)
    }
    guard options.keys == nil else { throw .notEncrypted }
    guard let secret = try disk.readIfPresent(layout.secret) else {
      throw .damaged(path: layout.secret, problem: "the file is missing")
    }
    return Opened(file: file, secrets: StoreSecrets(secret: secret, isSealing: false))
  }

  private func opened(_ file: StoreFile, _ ring: Keyring, _ keys: StoreKeys) -> Opened {
    Opened(
      file: file, secrets: StoreSecrets(secret: ring.secret, isSealing: true),
      sealing: Sealing(ring, keys, at: layout.storeFile, disk))
  }

  // MARK: - Making a store

  /// How often a store is tried to be made that somebody else seems to make.
  private static let mostTries = 100

  private func make() throws(StoreError) -> Opened {
    try makeRoot()
    for _ in 1...Self.mostTries {
      if let made = try makeAlone() { return made }
      // Whoever makes it shares the lock from then on, for as long as the store is open there.
      let shared = try disk.run { files throws(FileSystemError) in
        try files.lock(layout.writersLock, .shared)
      }
      shared?.release()
      if let bytes = try disk.readIfPresent(layout.storeFile) { return try opened(bytes) }
    }
    throw .damaged(
      path: layout.storeFile, problem: "the file is missing, and other programs have the store open"
    )
  }

  /// `store.json` comes last: before it is there, there is no store, and making starts again. Nil where somebody
  /// else is at it: two that make one store would each write a secret of their own.
  private func makeAlone() throws(StoreError) -> Opened? {
    let lock = try disk.run { files throws(FileSystemError) in
      try files.lock(layout.writersLock, .exclusiveIfFree)
    }
    guard let lock else { return nil }
    defer { lock.release() }
    if let bytes = try disk.readIfPresent(layout.storeFile) { return try opened(bytes) }
    try makeFolders()
    let made = try newStore(Hex.text(of: StoreSecrets.random(bytes: Self.idBytes)))
    try put(made.file.json.fileBytes, at: layout.storeFile, over: Self.stagedStoreFile)
    return made
  }

  private func newStore(_ id: String) throws(StoreError) -> Opened {
    let now = options.clock.now()
    guard let keys = options.keys else {
      let secrets = StoreSecrets(secret: try newSecret(), isSealing: false)
      return Opened(
        file: StoreFile(id: id, createdAt: now, secrets, keys: nil), secrets: secrets)
    }
    let ring = Keyring(for: keys.first, secret: options.secret)
    let secrets = StoreSecrets(secret: ring.secret, isSealing: true)
    let names = try ring.names(under: keys.first, of: id)
    return opened(StoreFile(id: id, createdAt: now, secrets, keys: names), ring, keys)
  }

  private func makeRoot() throws(StoreError) {
    let empty = StoreLayout(root: "")
    let ours = Set((empty.folders + [empty.secret, empty.writersLock]).map { $0.dropFirst() })
    let others = try disk.listIfPresent(layout.root).filter { !ours.contains($0[...]) }
    // Somebody else may have made it meanwhile.
    guard others.isEmpty || others.contains(StoreFile.name) else {
      throw .unusable(
        "\(layout.root) is neither a store nor empty; give the path of a new folder")
    }
    try disk.ensureFolder(layout.root, in: parent(of: layout.root))
  }

  private func parent(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    let joined = parts.dropLast().joined(separator: "/")
    return path.hasPrefix("/") ? "/\(joined)" : (joined.isEmpty ? "." : joined)
  }

  private func makeFolders() throws(StoreError) {
    for folder in layout.folders { try disk.ensureFolder(folder, in: layout.root) }
  }

  private func newSecret() throws(StoreError) -> [UInt8] {
    let found = try disk.readIfPresent(layout.secret)
    if let found, found == options.secret ?? found { return found }
    let secret = options.secret ?? StoreSecrets.random(bytes: Self.secretBytes)
    try put(secret, at: layout.secret, over: Self.stagedSecret)
    return secret
  }

  private func put(_ bytes: [UInt8], at path: String, over name: String) throws(StoreError) {
    let staged = "\(layout.staging)/\(name)"
    try disk.stage(bytes, at: staged)
    try disk.settle(staged, at: path, in: layout.root)
  }

  // MARK: - Others

  /// Joins those who may write; alone for now if nobody else is among them.
  func joinWriters() throws(StoreError) -> Presence {
    guard options.access == .writing else { return Presence(lock: nil, isAlone: false) }
    let path = layout.writersLock
    return try disk.run { files throws(FileSystemError) in
      if let lock = try files.lock(path, .exclusiveIfFree) {
        return Presence(lock: lock, isAlone: true)
      }
      return Presence(lock: try files.lock(path, .shared), isAlone: false)
    }
  }
}
