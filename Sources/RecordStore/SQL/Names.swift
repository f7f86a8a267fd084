/// A store of sessions and people.
public typealias RecordStore = SQLStore
package typealias StoredSession = SQLSession
