// Threads for work that blocks. A queue of the system's would do as well for a few: it lends 255 threads to
// a whole program and waits for ever where all of them wait.

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

    /// Lets go of the body, and of what it holds, before anybody is told that it is done: who waits for it
    /// may open a store that the body still had.
    static func finish(_ body: consuming Body) {
      let group = body.group
      body.run()
      _ = consume body
      group.leave()
    }
  }

  /// Does something that blocks on a thread of its own, as a part of the group.
  ///
  /// Where the system has no thread left, it waits for one of the queue's.
  func runOnOwnThread(_ body: @escaping @Sendable () -> Void) {
    enter()
    guard !Self.start(Body(body, of: self)) else { return }
    DispatchQueue(label: "sagevoice.own").async {
      body()
      self.leave()
    }
  }

  /// Starts a thread that nobody waits for; false where there is none to be had.
  private static func start(_ body: Body) -> Bool {
    // SAFETY: the reference that is made here is taken back once: by the thread, or below where none was made.
    let kept = unsafe Unmanaged.passRetained(body)
    var thread = pthread_t()
    // SAFETY: what the thread is given is the `Body` above; C has no type for it.
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
