// Snapshots of people, and the merge of two snapshots. The latest version is current in both stores.

package import VoiceTypes

/// Profiles, baselines and documents of a person.
package struct PersonSnapshot: Sendable {
  package let userID: String

  /// The profile versions, oldest first.
  package var persons: [ProfileRecord] = []

  /// The baselines, oldest first.
  package var baselines: [BaselineRecord] = []

  /// The other documents.
  package var documents: [PersonDocument: JSONValue] = [:]

  package var origin = Origin.anotherStore

  /// SHA-256 of the content. Equal in stores with the same content.
  package var sha256: String {
    let facts: JSONValue = [
      Self.facts(of: persons), Self.facts(of: baselines),
      .array(alerts.alerts.map { .array([.string($0.id), .bool($0.acknowledged != nil)]) }),
      .array(documents.keys.map(\.rawValue).sorted().map { .string($0) }),
    ]
    return StoreSecrets.sha256(of: Array(facts.text(.compact).utf8))
  }

  /// The alerts. Empty if they are damaged.
  var alerts: AlertList {
    documents[.alerts].flatMap { try? AlertList(json: $0) } ?? AlertList()
  }

  /// The versions without order, and the current one.
  private static func facts(of versions: [VersionRecord<some VersionKind>]) -> JSONValue {
    let all = Set(versions.map(\.mark.text)).sorted()
    return .array((all + [versions.last?.mark.text ?? ""]).map { .string($0) })
  }
}

extension PersonSnapshot {
  package enum Origin: Sendable {
    /// Another store. Both may have changed since.
    case anotherStore
    /// The only store of the person until now, as in the migration of a guest. Its documents replace earlier ones.
    case onlyStore
  }

  /// Throws for a guest of another store.
  package func checkCanSync() throws(StoreError) {
    guard origin == .onlyStore || !AnonymousID.isAnonymous(userID) else { throw .guestsStay }
  }
}

extension StoreError {
  /// Guests are never copied to other stores.
  fileprivate static let guestsStay = StoreError.unusable(
    "data of a guest are not synchronized; assign them with `sagevoice records adopt`")
}

/// The treatment of a snapshot that differs from the content of the store.
enum MergePolicy {
  /// Refuses differences, except versions after the last one of the store. For imports.
  case strict
  /// Adds missing events and versions. For synchronization.
  case merge
}

/// The versions to add when those of another store arrive.
struct VersionMerge<Kind: VersionKind> {
  typealias Version = VersionRecord<Kind>

  /// The versions to add, in this order.
  private(set) var added: [Version] = []

  private(set) var outcome = SyncOutcome.present

  /// Joins versions of two stores.
  /// - Parameters:
  ///   - own: The versions of the store, oldest first.
  ///   - coming: The versions that arrive, oldest first.
  ///   - erasedAt: The last erasure of the person here. Earlier versions are not added.
  init(
    of user: UserHash, _ own: [Version], _ coming: [Version], erasedAt: StoreTime?,
    by policy: MergePolicy
  ) {
    if policy == .strict, let refusal = Self.refusal(of: coming, over: own, user, erasedAt) {
      outcome = refusal
      return
    }
    let alive = coming.filter { version in erasedAt.map { version.savedAt > $0 } ?? true }
    let known = Set(own.map(\.mark))
    var missing: [Version] = []
    for version in alive.sorted(by: { $0.mark < $1.mark })
    where !known.contains(version.mark) && missing.last?.mark != version.mark {
      missing.append(version)
    }
    guard !missing.isEmpty else {
      if alive.count < coming.count, own.isEmpty { outcome = .erased }
      return
    }
    let extendsOwn = own.map(\.mark) == alive.prefix(own.count).map(\.mark)
    // The order of the other store, if it had all versions.
    if extendsOwn { missing = Array(alive.dropFirst(own.count)) }
    outcome = own.isEmpty ? .new : extendsOwn ? .extended : .mergedNewer
    if !extendsOwn, let last = own.last, let newest = missing.last, newest.mark < last.mark {
      outcome = .mergedOlder
      // The last version is current. It also remains in its place.
      missing.append(last)
    }
    var former = own.last
    for version in missing {
      var next = version.filed(under: user)
      next.number = (former?.number ?? 0) + 1
      next.parentSHA256 = former?.sha256
      added.append(next)
      former = next
    }
  }

  /// The reason to refuse an import. Nil for none.
  private static func refusal(
    of coming: [Version], over own: [Version], _ user: UserHash, _ erasedAt: StoreTime?
  ) -> SyncOutcome? {
    if own.isEmpty, !coming.isEmpty, erasedAt != nil { return .erased }
    // As bytes: equality of texts ignores the composition of accents.
    let isSame = zip(own, coming).allSatisfy {
      $0.json.fileBytes == $1.filed(under: user).json.fileBytes
    }
    return isSame ? nil : .differs
  }
}

/// The changes when a person of another store arrives.
package struct PersonMerge {
  /// Profile versions to add.
  package private(set) var persons: [ProfileRecord] = []

  /// Baselines to add.
  package private(set) var baselines: [BaselineRecord] = []

  package private(set) var documents: [PersonDocument: JSONValue] = [:]
  package let outcome: SyncOutcome

  /// Joins an arriving person with the person of the store.
  init(
    of user: UserHash, _ own: PersonSnapshot, _ coming: PersonSnapshot, erasedAt: StoreTime?,
    by policy: MergePolicy = .merge
  ) {
    let profiles = VersionMerge(
      of: user, own.persons, coming.persons, erasedAt: erasedAt, by: policy)
    let made = VersionMerge(
      of: user, own.baselines, coming.baselines, erasedAt: erasedAt, by: policy)
    let outcomes = [profiles.outcome, made.outcome]
    if policy == .strict, let refusal = [.erased, .differs].first(where: outcomes.contains) {
      outcome = refusal
      return
    }
    (persons, baselines) = (profiles.added, made.added)
    let isErased = outcomes.contains(.erased)
    if !isErased || !persons.isEmpty { documents = Self.documents(own, coming) }
    let isSome = !persons.isEmpty || !baselines.isEmpty || !documents.isEmpty
    let order: [SyncOutcome] = [.mergedOlder, .mergedNewer, .extended, .new]
    outcome =
      order.first(where: outcomes.contains) ?? (isSome ? .extended : isErased ? .erased : .present)
  }

  /// Alerts are merged. Other documents are added if they are missing, because those of the store may be later. From
  /// the only store of the person until now, all documents are accepted.
  private static func documents(
    _ own: PersonSnapshot, _ coming: PersonSnapshot
  ) -> [PersonDocument: JSONValue] {
    if coming.origin == .onlyStore {
      return coming.documents.filter { own.documents[$0.key] != $0.value }
    }
    var new: [PersonDocument: JSONValue] = [:]
    for (document, value) in coming.documents where document != .alerts {
      if own.documents[document] == nil { new[document] = value }
    }
    var list = own.alerts
    _ = list.raise(coming.alerts.alerts)
    for alert in coming.alerts.alerts {
      if let acknowledged = alert.acknowledged { _ = list.acknowledge(alert.id, acknowledged) }
    }
    if list != own.alerts { new[.alerts] = list.json }
    return new
  }
}
