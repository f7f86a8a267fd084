// On whose behalf a program acts that many people use at a time: lines are theirs then, and not the program's.
// It goes with the task, so that whatever a request leads to has the one name, and none can be forgotten.

extension AuditActor {
  /// Who stands in lines that are written meanwhile; nil for whoever opened the store.
  @TaskLocal package static var acting: AuditActor?

  /// Does something on behalf of somebody: all lines that come of it name them.
  ///
  /// They see the store through the program alone, so what they are shown stands in its log whether the store
  /// has a key or not.
  package static func acting<Value, Failure: Error>(
    as actor: AuditActor, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await $acting.withValue(actor) {
      do throws(Failure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The same for work that does not wait.
  package static func acting<Value, Failure: Error>(
    as actor: AuditActor, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result: Result<Value, Failure> = $acting.withValue(actor) {
      do throws(Failure) {
        return .success(try body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
