// The actor of one task in a program with many users. History lines name this actor instead of the program.

extension AuditActor {
  /// The actor of lines that this task writes. Nil for the actor of the open store.
  @TaskLocal package static var acting: AuditActor?

  /// Runs `body` with `actor` as the actor of all history lines. Reads of `body` are logged as disclosures, also in a
  /// store without a key.
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

  /// The synchronous form.
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
