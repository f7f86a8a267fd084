// The files of people, of which the log of the store tells: `baselines/USER/` and `people/USER/`.

internal import VoiceTypes

extension StoreLayout {
  /// The folders with a folder for each person.
  static let personFolders = ["baselines", "people"]

  /// The folders of a person, whether they are there or not.
  func folders(of user: String) -> [String] {
    Self.personFolders.map { path(of: "\($0)/\(user)") }
  }
}

extension RecordStore {
  /// A document of the store before any encryption; nil when there is none.
  func readOwn(_ name: String) throws(StoreError) -> [UInt8]? {
    guard let bytes = try disk.readIfPresent(layout.path(of: name)) else { return nil }
    return try opened(bytes, of: SealedPlace(owner: Self.ownName, name: name))
  }

  /// A document of the store on its way, encrypted if the store is.
  func writeOwn(_ bytes: [UInt8], as name: String) throws(StoreError) -> Transaction.Write {
    write(try sealed(bytes, for: SealedPlace(owner: Self.ownName, name: name)), as: name)
  }

  /// The numbers of what was kept of a person in one of their folders.
  func keptNumbers(in folder: String, of user: UserHash) throws(StoreError) -> [Int] {
    try disk.listIfPresent(layout.path(of: "\(folder)/\(user.text)")).compactMap { name in
      name.hasSuffix(".json") ? Int(name.dropLast(".json".count)) : nil
    }.sorted()
  }

  /// The names of the folders of people, each once.
  func peopleWithFiles() throws(StoreError) -> [String] {
    var names: Set<String> = []
    for folder in StoreLayout.personFolders {
      names.formUnion(try disk.listIfPresent(layout.path(of: folder)))
    }
    return names.sorted()
  }

  /// The paths of all files of people from the store's folder.
  func personFileNames(in folder: String) throws(StoreError) -> [String] {
    var names: [String] = []
    for user in try disk.listIfPresent(layout.path(of: folder)) {
      let path = layout.path(of: "\(folder)/\(user)")
      guard try disk.facts(of: path)?.kind == .folder else { continue }
      names += try disk.listIfPresent(path).map { "\(folder)/\(user)/\($0)" }
    }
    return names
  }

  /// The identifier of a person of whom something was kept; nil where nothing says it.
  package func userID(of user: UserHash) throws(StoreError) -> String? {
    if let text = try keptPerson(of: user)?.userID { return text }
    return try baseline(for: user)?.userID
  }
}
