/// A progress callback. The last step may not be reported.
package typealias StoreProgress = @Sendable (_ done: Int, _ total: Int) -> Void
