// A guest made an account, and what was kept of them goes from the store of guests into the store of people with
// accounts: session by session, each held against what the log of the store of guests vouches for, then what is
// kept of the person besides. Both are taken in as what comes by `push` is. Only when all of it is there does it go
// from the store of guests. Every step may be done again after a fault or the end of the program: what has arrived is
// left alone.
//
// Between the two halves whoever leads this has to write down durably that all has arrived: from then on the person
// goes on in the other store, and nothing of it is to be written over.

internal import VoiceTypes

/// The way of guests who make an account.
package struct GuestMove: Sendable {
  /// What tombstones and the log of the store of guests say.
  package static let reason = "moved to the store of people with accounts"

  /// The store of guests.
  package let source: RecordStore

  /// The store of people with accounts.
  package let target: any GuestHome

  /// A way between two stores of one secret.
  package init(from source: RecordStore, to target: any GuestHome) {
    (self.source, self.target) = (source, target)
  }

  /// Brings all that is kept of a guest to the other store. Nobody may be at work on it.
  package func carry(_ person: String) throws(StoreError) {
    let user = source.userHash(of: person)
    guard target.userHash(of: person) == user else {
      throw .unusable("the guest store and the target store have different person hashes")
    }
    for session in try source.sessions(of: user) { try carry(session, of: person) }
    var copy = try source.checkedCopy(ofPerson: person)
    // What is there came from here: the journey has gone on here since.
    copy.origin = .placeUntilNow
    _ = try target.take(copy)
    let held = try target.copy(ofPerson: person)
    guard held.sha256 == copy.sha256, held.documents == copy.documents else {
      throw .notArrived("the profile of a guest")
    }
  }

  /// Removes all of a guest from the store of guests, once it was written down that all of it has arrived.
  package func clear(_ person: String) throws(StoreError) {
    let user = source.userHash(of: person)
    for session in try source.sessions(of: user) {
      // Whoever put an earlier state of the other store in its place took sessions out of it.
      guard try !target.holds(session), try !target.wasPurged(session) else { continue }
      try carry(session, of: person)
    }
    _ = try source.purge(.user(user), reason: Self.reason, .forGood)
  }

  private func carry(_ id: SessionID, of person: String) throws(StoreError) {
    let copy = try source.checkedCopy(of: id)
    let taking = try target.take(copy, of: person)
    // What was removed there for good does not come back.
    guard taking != .erased else { return }
    try complete(copy, taking)
    let held = try target.digest(of: id)
    guard taking == .older || held == copy.digest else {
      throw .notArrived("session \(id.text)")
    }
  }

  /// Has what is no part of its history be there as it is here.
  private func complete(_ copy: SessionCopy, _ taking: Taking) throws(StoreError) {
    let putAway = try source.filesPutAway(of: copy.id)
    var gone: Set<SessionDocument> = []
    // Of one that has gone on there, what it has is its own.
    if taking != .older, let held = try target.digest(of: copy.id) {
      let names = held.documents.keys.filter { copy.digest.documents[$0] == nil }
      gone = Set(names.compactMap { SessionDocument(name: $0) })
    }
    guard !putAway.isEmpty || !gone.isEmpty else { return }
    let held = try target.complete(copy.id, putAway: putAway, without: gone)
    guard held.isSuperset(of: putAway.map(\.report.sha256)) else {
      throw .notArrived("a quarantined file of the session \(copy.id.text)")
    }
  }
}

extension StoreError {
  /// What is there is not what was given.
  fileprivate static func notArrived(_ what: String) -> StoreError {
    .unusable("\(what) differs after the copy; the original stays in the guest store")
  }
}
