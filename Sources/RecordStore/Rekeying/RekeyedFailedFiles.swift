// Files of `failed/` under another key, and their reports. The log of a session or that of the store
// names them; the new one waits in the staging folder under the name by which the log knows it.

internal import VoiceTypes

extension RecordStore {
  /// Whether a file of the folder, or the encrypted part of a report, is not encrypted as it should be.
  /// What never was encrypted, as reports of 0.5.1, stays so.
  func isFailedDue(_ name: String, _ target: SealedHead) throws(StoreError) -> Bool {
    let path = "\(layout.failed)/\(name)"
    guard name.hasSuffix(Self.errorEnding) else { return try isDue(path, target) }
    guard let bytes = try disk.readIfPresent(path) else { return false }
    return Self.sealedPart(ofReport: bytes).map { SealedHead(of: $0) != target } ?? false
  }

  private static func sealedPart(ofReport bytes: [UInt8]) -> [UInt8]? {
    guard let json = try? JSONValue.parse(bytes), case .string(let digits)? = json[sealedMember]
    else { return nil }
    return Hex.bytes(of: Array(digits.utf8)) ?? []
  }

  /// Re-encrypts a file of the folder, or a report; `report` is what explains it.
  func reencrypt(
    failed name: String, of report: FailedListing.Report?, under target: SealedHead,
    _ named: [String: String]
  ) throws(StoreError) -> Reencrypted {
    guard let report else { return Reencrypted(left: [name]) }
    let tag = failedTag(of: name)
    return try leaving(name) { () throws(StoreError) in
      try appending { writing throws(StoreError) in
        guard try isFailedDue(name, target) else { return Reencrypted() }
        var contents: SessionContents?
        if let session = report.session, try disk.facts(of: layout.folder(of: session)) != nil {
          contents = try recovered(session, &writing)
        }
        let inSession = contents?.documents[tag]
        // One that is coming or going is left to whoever is at it.
        guard try !failedMarks().contains(where: { $0.tags.contains(tag) }),
          let bytes = try reencrypted(name, report.sha256, as: inSession ?? named[tag])
        else { return Reencrypted(left: [name]) }
        let owner = inSession == nil ? nil : report.session
        try replaceFailed(name, by: bytes, of: owner, contents, &writing)
        return Reencrypted(count: 1)
      }
    }
  }

  /// A file or a report as it is written now; nil if it is not as a log says.
  private func reencrypted(
    _ name: String, _ fingerprint: String?, as sha256: String?
  ) throws(StoreError) -> [UInt8]? {
    guard let stored = try disk.readIfPresent("\(layout.failed)/\(name)"),
      StoreSecrets.sha256(of: stored) == sha256
    else { return nil }
    do {
      if name.hasSuffix(Self.errorEnding) {
        let report = try StoredJSON.parse(openedReport(stored, as: name), file: name)
        return try reportBytes(report, as: name)
      }
      guard let fingerprint else { return nil }
      let place = SealedPlace(owner: "failed", name: fingerprint)
      return try sealed(opened(stored, of: place), for: place)
    } catch {
      guard case .damaged = error else { throw error }
      return nil
    }
  }

  /// Puts other bytes in the place of a file, for whoever appends.
  private func replaceFailed(
    _ name: String, by bytes: [UInt8], of session: SessionID?, _ contents: SessionContents?,
    _ writing: inout StoreWriting
  ) throws(StoreError) {
    let path = "\(layout.failed)/\(name)"
    // A later start brings it to its place, unlike one that is put away: another is there already.
    let write = write(
      bytes, as: failedTag(of: name), of: session?.text ?? Self.ownName, at: path)
    let owner = session.map(Transaction.Owner.session) ?? .store
    var change = Transaction(owner, entry(Self.rekeyAction))
    change.put(write)
    change.contents = contents
    change.contents?.documents[write.name] = write.sha256
    try bringAbout(change, &writing)
  }

  /// Where a file lies that logs know by this name; nil for none.
  func failedPath(of tag: String) throws(StoreError) -> String? {
    try failedName(of: tag).map { "\(layout.failed)/\($0)" }
  }
}
