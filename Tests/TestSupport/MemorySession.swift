package import RecordStore

/// A session of a store in memory.
package struct MemorySession: OpenSession {
  package let id: SessionID
  private let store: MemorySessionStore

  init(_ id: SessionID, in store: MemorySessionStore) {
    self.id = id
    self.store = store
  }

  package func header() throws(StoreError) -> SessionHeader? {
    try store.call { state throws(StoreError) in state.sessions[id]?.header }
  }

  package func state() throws(StoreError) -> StateRecord? {
    try store.call { state throws(StoreError) in state.sessions[id]?.state }
  }

  package func read(_ document: SessionDocument) throws(StoreError) -> [UInt8]? {
    try store.call { state throws(StoreError) in state.sessions[id]?.documents[document] }
  }

  package func commit(_ change: SessionChange) throws(StoreError) {
    let time = store.now()
    try store.call { state throws(StoreError) in try state.commit(change, to: id, at: time) }
  }

  package func noteOnce(_ action: String, field: String, new: String) throws(StoreError) {
    try store.call { state throws(StoreError) in
      try state.noteOnce(action, "\(field) \(new)", in: id)
    }
  }
}
