// The manifest of an import, and its files. The folders of a plain store without its database are imported too, so that a
// lost database can be rebuilt.

internal import VoiceTypes

struct ImportManifest {
  /// The last lines of the sessions' logs. Nil for the folders of a store.
  let heads: [SessionID: AuditHead]?

  /// The files by their paths.
  private let files: [String: ExportManifest.File]

  /// The number of files of each owner.
  private let counts: [ExportOwner: Int]

  /// The number of sessions and people.
  var ownerCount: Int { counts.count }

  /// Finds and reads the manifest. A de-identified export is refused.
  init(_ source: ImportSource, _ limits: ImportLimits) throws {
    if try source.isFolderOfStore() {
      (counts, files) = try Self.folders(source, limits)
      heads = nil
      return
    }
    var found: [UInt8]?
    try source.visit { entry in
      guard entry.name == ExportManifest.name, found == nil else { return }
      found = try entry.read(limits.manifestBytes)
    }
    guard let found, found.count <= limits.manifestBytes else {
      throw source.fault(
        "\(ExportManifest.name) is missing or too large; give an export of `records export`")
    }
    let manifest: ExportManifest
    do {
      manifest = try ExportManifest(parsing: found)
    } catch {
      throw source.fault(error.description)
    }
    guard manifest.form == .complete else { throw ExchangeError.deidentified(path: source.path) }
    let problems = Self.problems(in: manifest, limits)
    guard problems.isEmpty else {
      throw ExchangeError.unsound(path: source.path, problems: problems)
    }
    // The owners and paths are unique.
    heads = Dictionary(
      uniqueKeysWithValues: manifest.sessions.compactMap { one in one.head.map { (one.id, $0) } })
    counts = Dictionary(uniqueKeysWithValues: manifest.owners.map { ($0.owner, $0.files.count) })
    files = Dictionary(
      uniqueKeysWithValues: manifest.owners.flatMap { owner, files in
        files.map { (ExportLayout.path(of: $0.name, in: owner), $0) }
      })
  }

  /// The files of the folders of a store.
  private static func folders(
    _ source: ImportSource, _ limits: ImportLimits
  ) throws -> ([ExportOwner: Int], [String: ExportManifest.File]) {
    var counts: [ExportOwner: Int] = [:]
    var files: [String: ExportManifest.File] = [:]
    try source.visit { entry in
      guard let parts = ExportLayout.parts(of: entry.name) else {
        throw source.fault("\(entry.name.excerpt) does not belong to a store")
      }
      let bytes = try entry.read(limits.documentBytes)
      counts[parts.owner, default: 0] += 1
      files[entry.name] = ExportManifest.File(ExportedFile(name: parts.name, bytes: bytes))
    }
    return (counts, files)
  }

  private static func problems(in manifest: ExportManifest, _ limits: ImportLimits) -> [String] {
    var problems: [String] = []
    var paths: Set<String> = []
    var total = 0
    if Set(manifest.owners.map(\.owner)).count != manifest.owners.count {
      problems.append("the manifest contains a session or a person twice")
    }
    for (owner, files) in manifest.owners {
      let folder = ExportLayout.folder(of: owner)
      if files.isEmpty { problems.append("the manifest has no files of \(folder)") }
      for file in files {
        let path = "\(folder)/\(file.name)"
        if ExportLayout.parts(of: path) == nil || !paths.insert(path).inserted {
          problems.append("the manifest contains the invalid or repeated path \(path.excerpt)")
        }
        if file.sizeBytes > limits.documentBytes {
          problems.append("\(path) is larger than \(limits.documentBytes) bytes")
        }
        total =
          total.addingReportingOverflow(file.sizeBytes).overflow
          ? .max : total + file.sizeBytes
      }
    }
    if total > limits.totalBytes {
      problems.append("the export is larger than \(limits.totalBytes) bytes")
    }
    return problems
  }

  private static func scattered(_ limits: ImportLimits) -> String {
    "incomplete sessions exceed \(limits.heldBytes) bytes of memory; create the archive with the files of "
      + "each session in sequence, as `records export` does"
  }

  /// Visits each owner after all its files were read and compared with the manifest.
  func visitOwners(
    of source: ImportSource, _ limits: ImportLimits,
    _ body: (ExportOwner, [String: [UInt8]]) throws -> Void
  ) throws {
    var waiting: [ExportOwner: [String: [UInt8]]] = [:]
    var seen: Set<String> = []
    var heldBytes = 0
    try source.visit { entry in
      guard seen.insert(entry.name).inserted else {
        throw source.fault("\(entry.name.excerpt) occurs twice")
      }
      guard entry.name != ExportManifest.name else { return }
      guard let parts = ExportLayout.parts(of: entry.name), let listed = files[entry.name] else {
        throw source.fault("\(entry.name.excerpt) is not in the manifest")
      }
      heldBytes += listed.sizeBytes
      guard heldBytes <= limits.heldBytes else { throw source.fault(Self.scattered(limits)) }
      let bytes = try entry.read(listed.sizeBytes)
      guard bytes.count == listed.sizeBytes, StoreSecrets.sha256(of: bytes) == listed.sha256 else {
        throw source.fault("\(entry.name) differs from the manifest")
      }
      waiting[parts.owner, default: [:]][parts.name] = bytes
      if waiting[parts.owner]?.count == counts[parts.owner],
        let complete = waiting.removeValue(forKey: parts.owner)
      {
        heldBytes -= complete.values.reduce(0) { $0 + $1.count }
        try body(parts.owner, complete)
      }
    }
    let missing = files.keys.filter { !seen.contains($0) }.sorted()
    guard missing.isEmpty else {
      throw ExchangeError.unsound(path: source.path, problems: missing.map { "\($0) is missing" })
    }
  }
}

extension ExportManifest {
  fileprivate var owners: [(owner: ExportOwner, files: [File])] {
    sessions.map { (.session($0.id), $0.files) } + people.map { (.person($0.user), $0.files) }
      + profiles.map { (.profiles($0.user), $0.files) }
  }
}
