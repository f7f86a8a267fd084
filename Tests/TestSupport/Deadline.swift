// What must not wait for ever: a limit that counts the body alone, and ends the test.

import Foundation
import Synchronization

package struct DeadlineExceeded: Error, Equatable {
  package init() {}
}

/// What a body gives that runs on a thread of its own.
///
/// A time limit of Swift Testing counts the minutes in which hundreds of other tests hold the
/// threads, and waits for a body that hangs.
/// - Throws: `DeadlineExceeded` where the body has not ended by then; its thread is left behind.
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
