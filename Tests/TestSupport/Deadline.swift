// A time limit that counts the body alone and ends the test.

import Foundation
import Synchronization

package struct DeadlineExceeded: Error, Equatable {
  package init() {}
}

/// Runs `body` on a separate thread and returns its result.
///
/// A time limit of Swift Testing also counts the minutes in which other tests occupy the threads,
/// and waits for a hanging body.
/// - Throws: `DeadlineExceeded` if the body has not ended by then; its thread keeps running.
package func within<Value: Sendable>(
  seconds: Double, _ body: @escaping @Sendable () throws -> Value
) throws -> Value {
  let end = End<Value>()
  Thread.detachNewThread {
    let result = Result(catching: body)
    end.result.withLock { $0 = result }
    end.hasCome.signal()
  }
  guard end.hasCome.wait(timeout: .now() + seconds) == .success,
    let result = end.result.withLock({ $0 })
  else { throw DeadlineExceeded() }
  return try result.get()
}

private final class End<Value: Sendable>: Sendable {
  let hasCome = DispatchSemaphore(value: 0)
  let result = Mutex<Result<Value, any Error>?>(nil)
}
