// Prepared statements of a connection. Parsing and planning a frequent statement costs more than its
// execution.

/// The statements of a connection. A statement is prepared at its second execution, so a single execution
/// needs no further round trip.
struct PreparedStatements {
  /// Text and parameter types: the server distinguishes statements by both.
  struct Statement: Hashable {
    let sql: String
    let types: [UInt32]
  }

  enum Use: Equatable {
    /// Execution as text.
    case once
    /// Execution as a prepared statement of this name.
    case prepare(String)
    case execute(String)
  }

  /// More than the number of texts in the program; others are executed as text [E].
  private static let most = 500

  /// Names by statement; nil after one execution.
  private var names: [Statement: String?] = [:]
  private var prepared = 0

  /// Returns how to execute a statement now.
  mutating func use(of statement: Statement) -> Use {
    switch names[statement] {
    case .some(.some(let name)): return .execute(name)
    case .some(.none): return .prepare("s\(prepared)")
    case .none:
      if names.count < Self.most { names[statement] = .some(nil) }
      return .once
    }
  }

  mutating func prepared(_ statement: Statement, as name: String) {
    names[statement] = name
    prepared += 1
  }

  /// Deletes a statement that the server no longer has.
  mutating func forget(_ statement: Statement) { names[statement] = nil }
}
