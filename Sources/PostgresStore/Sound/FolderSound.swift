// Sound in files of a folder that all machines share: TENANT/ab/abcd…, by the SHA-256 of their bytes. A file has its name
// only when all of it is on the device, and is never changed after that.

package import RecordStore

/// A folder of sound. What is not there is looked for in the database, where it lies that came before.
package struct FolderSound: SoundStore {
  private let root: String
  private let files: any FileSystem
  private let database = DatabaseSound()

  /// - Parameter root: The folder, which is there: one that is not mounted is not made up for by an empty one.
  package init(_ root: String, files: any FileSystem = POSIXFileSystem()) {
    (self.root, self.files) = (root, files)
  }

  package func keep(
    _ bytes: [UInt8], as name: SoundName, in connection: PostgresConnection
  ) throws(SoundFault) {
    try connection.ask("select pg_advisory_xact_lock_shared(\(SoundLock.sql))")
    let (folder, path) = place(of: name)
    do throws(FileSystemError) {
      if try files.facts(of: path) != nil { return }
      try make(folder, of: name.tenant)
      // Two programs that put in the same do not write into one file.
      let passing = "\(folder)/\(SessionID.fresh().text)\(Self.passing)"
      try files.create(passing, bytes)
      try files.synchronizeFile(passing)
      try files.settle(passing, at: path, in: folder)
    } catch {
      throw .place(.fileSystem(error))
    }
  }

  package func bytes(
    of name: SoundName, in connection: PostgresConnection
  ) throws(SoundFault) -> [UInt8]? {
    let (_, path) = place(of: name)
    do throws(FileSystemError) {
      if try files.facts(of: path) != nil { return try files.read(path) }
      // Of a folder that is not mounted nothing can be said.
      _ = try files.list(root)
    } catch {
      throw .place(.fileSystem(error))
    }
    return try database.bytes(of: name, in: connection)
  }

  package func removeUnnamed(in connection: PostgresConnection) throws(SoundFault) -> Int {
    var count = try database.removeUnnamed(in: connection)
    for (tenant, folder) in try folders() {
      count += try removeUnnamed(in: folder, of: tenant, connection)
    }
    return count
  }

  // MARK: - Files

  /// The end of the names of files that are being written.
  private static let passing = ".part"

  private func place(of name: SoundName) -> (folder: String, path: String) {
    let folder = "\(root)/\(name.tenant)/\(name.sha256.prefix(2))"
    return (folder, "\(folder)/\(name.sha256)")
  }

  private func make(_ folder: String, of tenant: String) throws(FileSystemError) {
    guard try files.facts(of: folder) == nil else { return }
    try files.ensureFolder("\(root)/\(tenant)")
    try files.synchronizeFolder(root)
    try files.ensureFolder(folder)
    try files.synchronizeFolder("\(root)/\(tenant)")
  }

  /// Every folder of sound with whose it is.
  private func folders() throws(SoundFault) -> [(tenant: String, path: String)] {
    do throws(FileSystemError) {
      var found: [(String, String)] = []
      for tenant in try files.list(root) {
        for part in try files.list("\(root)/\(tenant)") {
          found.append((tenant, "\(root)/\(tenant)/\(part)"))
        }
      }
      return found
    } catch {
      throw .place(.fileSystem(error))
    }
  }

  /// Removes what nobody names of one folder, in one transaction that who puts in waits for.
  private func removeUnnamed(
    in folder: String, of tenant: String, _ connection: PostgresConnection
  ) throws(SoundFault) -> Int {
    try connection.ask("begin")
    defer { _ = try? connection.run("commit") }
    try connection.ask("select pg_advisory_xact_lock(\(SoundLock.sql))")
    let names: [String]
    do { names = try files.list(folder) } catch { throw .place(.fileSystem(error)) }
    let unnamed = try connection.ask(
      """
      select file from unnest($2::text[]) given(file) where not exists (
        select from sagevoice.session s where s.tenant = $1 and s.recording_sha
          = case when given.file ~ '^[0-9a-f]{64}$' then decode(given.file, 'hex') end)
      """, [.text(tenant), .texts(names)])
    for row in unnamed {
      guard case .text(let name) = row.values[0] else { continue }
      do { try files.removeFile("\(folder)/\(name)") } catch { throw .place(.fileSystem(error)) }
    }
    return unnamed.count
  }
}
