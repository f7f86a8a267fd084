// The first row of a store: the secret of its hashes, and its encrypted keys.

extension StoreTransaction {
  /// Opens the store of the tenant, or creates it.
  /// - Parameter secret: The secret of a new store. Nil: random.
  /// - Returns: The secret of the store, and the content of its key file; nil for a store without encryption.
  func openStore(
    with keys: StoreKeys?, creating creation: StoreCreation, secret: [UInt8]? = nil
  ) throws -> (secret: [UInt8], keys: [UInt8]?) {
    if let kept = try store() {
      guard creation != .always else {
        throw StoreError.unusable(
          "\(tenant) already has a store in the database; give another tenant")
      }
      return kept
    }
    guard creation != .never else { throw StoreError.notAStore(path: "\(tenant) in the database") }
    let made = try keys.map { keys in
      SQLValue.bytes(try RowSealing.newFile(for: keys, secret: secret, at: try now()))
    }
    try run(
      "insert into store (tenant, secret, keys) values ($1, $2, $3) on conflict do nothing",
      .bytes(keys == nil ? secret ?? StoreHasher.newSecret() : StoreHasher.newSecret()),
      made ?? .null
    )
    if dialect == .sqlite { try save(RetentionClock(at: now())) }
    guard let kept = try store() else {
      throw StoreError.unusable("the store of \(tenant) cannot be created")
    }
    return kept
  }

  private func store() throws -> (secret: [UInt8], keys: [UInt8]?)? {
    let found = try run("select secret, keys from store where tenant = $1")
    return try found.first.map { row in
      (try row.bytes(0), row.isNull(1) ? nil : try row.bytes(1))
    }
  }

  /// Makes the first given key the current one, unless the store knows it.
  /// - Returns: The new encrypted keys of the store. Nil without a change.
  func activateFirstKey() throws -> [UInt8]? {
    guard let sealing = form.sealing, try sealing.changed() != nil,
      let file = try keys(isChanging: true)
    else { return nil }
    try sealing.follow(file)
    guard let changed = try sealing.changed() else { return nil }
    try run("update store set keys = $2 where tenant = $1", .bytes(changed))
    log("key_changed", of: nil)
    return changed
  }
}
