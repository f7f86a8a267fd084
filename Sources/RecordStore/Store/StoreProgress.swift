// How far something long has come, for whoever waits for it.

/// Is told that so many steps of so many are done; the last one may never come.
package typealias StoreProgress = @Sendable (_ done: Int, _ total: Int) -> Void
