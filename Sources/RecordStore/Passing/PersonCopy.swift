// A person as stores hand them to each other: what they told and their baselines, each version with the time
// at which it was kept, and their documents. What was kept last counts, on both sides; all others stay before it.

package import VoiceTypes

/// What is kept of a person, on its way between two stores.
package struct PersonCopy: Sendable {
  /// The identifier.
  package let userID: String

  /// What they told, oldest first.
  package var persons: [KeptPerson] = []

  /// Their baselines, oldest first.
  package var baselines: [KeptBaseline] = []

  /// Documents of theirs.
  package var documents: [PersonDocument: JSONValue] = [:]

  /// Where it comes from: what was read out of a parcel comes from another store.
  package var origin = Origin.anotherStore

  /// A person of whom nothing is known yet.
  package init(of userID: String) { self.userID = userID }

  /// SHA-256 of what another store would have to hold to hold the same.
  package var sha256: String {
    let facts: JSONValue = [
      Self.facts(of: persons), Self.facts(of: baselines),
      .array(alerts.alerts.map { .array([.string($0.id), .bool($0.acknowledged != nil)]) }),
      .array(documents.keys.map(\.rawValue).sorted().map { .string($0) }),
    ]
    return StoreSecrets.sha256(of: Array(facts.text(.compact).utf8))
  }

  /// Their alerts; none where they cannot be read.
  var alerts: AlertList {
    documents[.alerts].flatMap { try? AlertList(json: $0) } ?? AlertList()
  }

  /// The versions in any order, and the one that counts.
  private static func facts(of versions: [some KeptVersion]) -> JSONValue {
    let all = Set(versions.map(\.mark.text)).sorted()
    return .array((all + [versions.last?.mark.text ?? ""]).map { .string($0) })
  }
}

extension PersonCopy {
  /// Where somebody comes from.
  package enum Origin: Sendable {
    /// A store of its own, in which they may have gone on beside this one.
    case anotherStore
    /// The one place that was theirs until now, beside this store: a guest may come from there, and their documents
    /// take the place of those that came before.
    case placeUntilNow
  }

  /// Refuses a guest of another store.
  package func checkThatMayCome() throws(StoreError) {
    guard origin == .placeUntilNow || !AnonymousID.isOne(userID) else { throw .guestsStay }
  }
}

extension StoreError {
  /// Somebody who did not say who they are stays where they are.
  fileprivate static let guestsStay = StoreError.unusable(
    "data of a guest are not synchronized; assign them with `sagevoice records adopt`")
}

/// Something that is kept of a person in numbered versions, the highest of which counts.
protocol KeptVersion {
  var user: UserHash { get set }
  var number: Int { get set }
  var keptAt: StoreTime { get }
  var parentSHA256: String? { get set }
  var sha256: String { get }
}

extension KeptPerson: KeptVersion {}
extension KeptBaseline: KeptVersion {}

/// Which version something is, in any store.
struct VersionMark: Hashable, Comparable {
  let keptAt: StoreTime
  let sha256: String

  var text: String { "\(keptAt.text) \(sha256)" }

  static func < (first: VersionMark, second: VersionMark) -> Bool {
    (first.keptAt, first.sha256) < (second.keptAt, second.sha256)
  }
}

extension KeptVersion {
  var mark: VersionMark { VersionMark(keptAt: keptAt, sha256: sha256) }
}

/// What becomes of versions when others come.
struct VersionMerge<Version: KeptVersion> {
  /// What is added behind those that are there, in this order.
  private(set) var added: [Version] = []

  private(set) var taking = Taking.present

  /// Joins versions of two stores.
  /// - Parameters:
  ///   - own: Those that are there, oldest first.
  ///   - coming: Those that come, oldest first.
  ///   - erasedAt: When what was kept of the person was removed here; nothing from before comes back.
  init(of user: UserHash, _ own: [Version], _ coming: [Version], erasedAt: StoreTime?) {
    let alive = coming.filter { version in erasedAt.map { version.keptAt > $0 } ?? true }
    let known = Set(own.map(\.mark))
    var missing: [Version] = []
    for version in alive.sorted(by: { $0.mark < $1.mark })
    where !known.contains(version.mark) && missing.last?.mark != version.mark {
      missing.append(version)
    }
    guard !missing.isEmpty else {
      if alive.count < coming.count, own.isEmpty { taking = .erased }
      return
    }
    let isBehind = own.map(\.mark) == alive.prefix(own.count).map(\.mark)
    // In the order in which the other store had them, where it had all of them.
    if isBehind { missing = Array(alive.dropFirst(own.count)) }
    taking = own.isEmpty ? .new : isBehind ? .extended : .mergedNewer
    if !isBehind, let last = own.last, let newest = missing.last, newest.mark < last.mark {
      taking = .mergedOlder
      // It counts by being the last, and stays where it was besides.
      missing.append(last)
    }
    var former = own.last
    for version in missing {
      var next = version
      next.user = user
      next.number = (former?.number ?? 0) + 1
      next.parentSHA256 = former?.sha256
      added.append(next)
      former = next
    }
  }
}

/// What is new of a person in a store.
package struct PersonMerge {
  /// What they told, behind what they told before.
  package let persons: [KeptPerson]

  /// Baselines, behind those before.
  package let baselines: [KeptBaseline]

  /// Documents, as they are now.
  package private(set) var documents: [PersonDocument: JSONValue] = [:]

  /// What came of it.
  package let taking: Taking

  /// Joins what comes of a person with what is there.
  package init(
    of user: UserHash, _ own: PersonCopy, _ coming: PersonCopy, erasedAt: StoreTime?
  ) {
    let told = VersionMerge(of: user, own.persons, coming.persons, erasedAt: erasedAt)
    let made = VersionMerge(of: user, own.baselines, coming.baselines, erasedAt: erasedAt)
    (persons, baselines) = (told.added, made.added)
    let isErased = told.taking == .erased || made.taking == .erased
    if !isErased || !persons.isEmpty { documents = Self.documents(own, coming) }
    let isSome = !persons.isEmpty || !baselines.isEmpty || !documents.isEmpty
    let order: [Taking] = [.mergedOlder, .mergedNewer, .extended, .new]
    taking =
      order.first { [told.taking, made.taking].contains($0) }
      ?? (isSome ? .extended : isErased ? .erased : .present)
  }

  /// Alerts are joined; of the others those come that are not there, since what is there has gone on. From the place
  /// that was theirs until now all come.
  private static func documents(
    _ own: PersonCopy, _ coming: PersonCopy
  ) -> [PersonDocument: JSONValue] {
    if coming.origin == .placeUntilNow {
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
