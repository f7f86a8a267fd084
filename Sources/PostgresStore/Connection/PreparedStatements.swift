// Which statements a connection has had parsed and planned. What is asked again and again costs more to parse
// and to plan than to do.

/// The statements of a connection. One is prepared when it comes for the second time: what is asked once costs
/// no round trip more than it must.
struct PreparedStatements {
  /// A text, and the types of its parameters: the same text with others is another statement to the server.
  struct Statement: Hashable {
    let sql: String
    let types: [UInt32]
  }

  enum Use: Equatable {
    /// It is run as a text.
    case once
    /// It is prepared under this name, and run by it.
    case prepare(String)
    case execute(String)
  }

  /// More texts than any program of ours has; others are run as texts [E].
  private static let most = 500

  /// By their names; nil for those that came once.
  private var names: [Statement: String?] = [:]
  private var prepared = 0

  /// How a statement is to be run that comes now.
  mutating func use(of statement: Statement) -> Use {
    switch names[statement] {
    case .some(.some(let name)): return .execute(name)
    case .some(.none): return .prepare("s\(prepared)")
    case .none:
      if names.count < Self.most { names[statement] = .some(nil) }
      return .once
    }
  }

  /// Notes that a statement has a name now.
  mutating func prepared(_ statement: Statement, as name: String) {
    names[statement] = name
    prepared += 1
  }

  /// Forgets one that the server does not do any more.
  mutating func forget(_ statement: Statement) { names[statement] = nil }
}
