// The actor of history lines. The name comes from users, the environment or the system, and appears at terminals.

/// A person or program in history lines. Lines of earlier versions may contain any text.
package struct AuditActor: Sendable, Equatable {
  /// Maximum length of a name in bytes of UTF-8 [E].
  package static let mostBytes = 128

  package let name: String

  /// Nil for a name that is blank, too long, or contains control characters.
  package init?(_ name: String) {
    guard name.utf8.count <= Self.mostBytes, !name.allSatisfy(\.isWhitespace),
      !name.unicodeScalars.contains(where: Self.isControl)
    else { return nil }
    self.name = name
  }

  /// The system user of a program: the login name, or the number without a valid one.
  package init(login: String?, userID: UInt32) {
    self = login.flatMap { AuditActor($0) } ?? AuditActor(number: userID)
  }

  private init(number: UInt32) { name = "uid \(number)" }

  /// Control characters, line and paragraph separators, and bidirectional controls.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }
}

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
