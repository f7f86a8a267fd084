// What two stores need of each other to hold the same in the end. Sessions are a union: none is ever written
// over. Of people what was told last counts, and what was told otherwise is kept before it. What was removed
// for good in one store does not come back from the other.

/// A store that passes sessions and people on, and takes them in.
package protocol PassingStore: Sendable {
  /// The sessions, in the order of their names.
  /// - Parameter userID: Whose; nil for all.
  func sessions(toPass userID: String?) throws(StoreError) -> [SessionID]

  /// What another store would have to hold to hold the same; nil for what is not there any more.
  func digest(of session: SessionID) throws(StoreError) -> SessionDigest?

  /// The identifier of the person of a session, as far as it is known.
  func owner(of session: SessionID) throws(StoreError) -> String?

  /// Writes a session into a file that does not exist yet, as an export of it alone. The log of the store says so
  /// first, where that is to be said.
  func pack(
    _ session: SessionID, to path: String, version: String
  ) throws(ExchangeError)

  /// Takes a session in, all of it or nothing. May be done again.
  /// - Parameter userID: Whose it is; nil where that is not known.
  func take(_ copy: SessionCopy, of userID: String?) throws(StoreError) -> Taking

  /// What is kept of a person; nil where nothing is, or nothing says who they are.
  func copy(of user: UserHash) throws(StoreError) -> PersonCopy?

  /// What is kept of somebody who is known to be there, if it is nothing too.
  func copy(ofPerson userID: String) throws(StoreError) -> PersonCopy

  /// Writes what is kept of a person into a file that does not exist yet, as an export of it alone.
  func pack(
    _ user: UserHash, to path: String, version: String
  ) throws(ExchangeError)

  /// Takes in what is new of a person, all of it or nothing. May be done again.
  func take(_ person: PersonCopy) throws(StoreError) -> Taking

  /// The people of whom something is kept that can be passed on, in the order of their hashes.
  func peopleToPass() throws(StoreError) -> [UserHash]
}
