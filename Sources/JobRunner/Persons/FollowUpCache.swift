// Decoded values of the people of the last follow-ups. The recordings of a visit follow each other, and each follow-up reads
// all sessions of the person. Entries are compared with the stored rows, so a change by another program is read.

internal import BaselineService
internal import RecordStore
internal import Synchronization

/// Baselines of a person, oldest first.
struct DecodedBaselines: Sendable {
  /// The current record; nil without one.
  var last: BaselineRecord?

  /// The readable versions.
  var versions: [BaselineVersion] = []

  mutating func append(_ record: BaselineRecord) {
    last = record
    if let version = BaselineVersion(record) { versions.append(version) }
  }
}

/// Decoded values of the people of the last follow-ups.
package final class FollowUpCache: Sendable {
  /// Values of a session with their stored bytes.
  struct DecodedRecording: Sendable {
    let bytes: [UInt8]
    let recording: FollowUpRecording
  }

  /// Decoded values of one person.
  struct Entry: Sendable {
    var baselines = DecodedBaselines()
    var recordings: [SessionID: DecodedRecording] = [:]
  }

  /// The maximum number of people [E]: 5 MB for 300 sessions each.
  private static let mostPeople = 4

  private let entries = Mutex<[UserHash: Entry]>([:])

  package init() {}

  /// The entry of a person. Empty without a recent follow-up.
  subscript(user: UserHash) -> Entry {
    get { entries.withLock { $0[user] ?? Entry() } }
    set {
      entries.withLock { entries in
        if entries[user] == nil, entries.count >= Self.mostPeople { entries = [:] }
        entries[user] = newValue
      }
    }
  }

  /// All baselines of a person. Versions never change, so only those after the last decoded one are read.
  func baselines(
    of user: UserHash, in store: RecordStore
  ) throws(StoreError) -> DecodedBaselines {
    var known = self[user].baselines
    var records = try store.baselines(for: user, from: known.last?.number ?? 0)
    if let last = known.last {
      if records.first == last {
        records.removeFirst()
      } else {
        known = DecodedBaselines()
        records = try store.baselines(for: user)
      }
    }
    for record in records { known.append(record) }
    self[user].baselines = known
    return known
  }
}
