// Threads for blocking work. A dispatch queue has 255 threads for a whole program and deadlocks if
// all of them wait.

internal import Dispatch
internal import Glibc

extension DispatchGroup {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    let group: DispatchGroup

    init(_ run: @escaping @Sendable () -> Void, of group: DispatchGroup) {
      self.run = run
      self.group = group
    }

    /// Releases the body and its captures before the group is left: a waiter may open a store
    /// that the body had open.
    static func finish(_ body: consuming Body) {
      let group = body.group
      body.run()
      _ = consume body
      group.leave()
    }
  }

  /// Runs blocking work on a thread of its own as a part of the group, or on a dispatch queue if
  /// the system has no thread left.
  func runOnOwnThread(_ body: @escaping @Sendable () -> Void) {
    enter()
    guard !Self.start(Body(body, of: self)) else { return }
    DispatchQueue(label: "sagevoice.own").async {
      body()
      self.leave()
    }
  }

  /// Starts a detached thread; false if the system has none left.
  private static func start(_ body: Body) -> Bool {
    // SAFETY: this reference is released once: by the thread, or below if no thread was made.
    let kept = unsafe Unmanaged.passRetained(body)
    var thread = pthread_t()
    // SAFETY: the argument of the thread is the `Body` above; C has no type for it.
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Body.finish(Unmanaged<Body>.fromOpaque(argument).takeRetainedValue())
        }
        return nil
      }, kept.toOpaque())
    guard status == 0 else {
      unsafe kept.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
