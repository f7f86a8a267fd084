// Raising alerts and taking note of them. The log has hashes of ids in every store: an id can be
// computed from what it is made of.

package import VoiceTypes

extension RecordStore {
  /// The alerts of a person, in the order in which they were raised.
  package func alerts(for user: UserHash) throws(StoreError) -> [PersonAlert] {
    try finishAdoptions()
    return try keptAlerts(of: user).alerts
  }

  /// Keeps alerts of a comparison; those that are there already stay as they are.
  /// - Parameter session: The session of the store whose results they are.
  /// - Returns: Those that are new.
  @discardableResult
  package func raise(
    _ alerts: [ComparisonFindings.Alert], by session: SessionID, for user: UserHash
  ) throws(StoreError) -> [PersonAlert] {
    if alerts.isEmpty { return [] }
    let now = options.clock.now()
    return try raise(
      alerts.map { PersonAlert($0, by: session, at: now) }, "alerts_raised", for: user)
  }

  /// Keeps alerts as they are, unless they are there.
  @discardableResult
  func raise(
    _ alerts: [PersonAlert], _ action: String, for user: UserHash
  ) throws(StoreError) -> [PersonAlert] {
    try changeAlerts(of: user, action) { list in
      let added = list.raise(alerts)
      return (added, told: added.map(\.id))
    }
  }

  /// Says that somebody has taken note of an alert; one of which somebody has stays as it is.
  /// - Returns: The alert as it is now; nil when the person has none of that id.
  @discardableResult
  package func acknowledge(
    _ id: String, by name: String, note: String?, for user: UserHash
  ) throws(StoreError) -> PersonAlert? {
    let now = options.clock.now()
    return try changeAlerts(of: user, "alert_acknowledged") { list in
      (list.acknowledge(id, .init(by: name, at: now, note: note)), told: [id])
    }
  }

  /// - Parameter body: Changes the list, and says of which alerts the log tells.
  private func changeAlerts<Value: Sendable>(
    of user: UserHash, _ action: String, _ body: (inout AlertList) -> (Value, told: [String])
  ) throws(StoreError) -> Value {
    try transact { _ throws(StoreError) in
      try recoverDocuments()
      let former = try keptAlerts(of: user)
      var list = former
      let (value, told) = body(&list)
      guard list != former else { return (nil, value) }
      var change = try plan(list.json, as: .alerts, of: user, action)
      change.entry.field = PersonDocument.alerts.rawValue
      change.entry.new = told.map { secrets.keyedHash(of: $0, for: .auditValue) }
        .joined(separator: " ")
      return (change, value)
    }
  }

  /// The list as it is, for whoever appends, too.
  func keptAlerts(of user: UserHash) throws(StoreError) -> AlertList {
    let name = PersonDocument.alerts.name(of: user)
    guard let bytes = try readOwn(name) else { return AlertList() }
    return try AlertList(parsing: bytes, file: layout.path(of: name))
  }
}
