/// Syntax error in JSON input, with its position.
public struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Line of the fault, from 1.
  public let line: Int

  /// Character within the line, from 1.
  public let column: Int

  /// Finding and correction.
  public let problem: String

  /// Creates a syntax error.
  public init(line: Int, column: Int, problem: String) {
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// Creates an error at byte `offset` of a text. The bytes before it must be valid UTF-8.
  init(in bytes: [UInt8], at offset: Int, problem: String) {
    let before = bytes.prefix(offset)
    let ownLine =
      before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .last ?? []
    self.init(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: ownLine.count { !Unicode.UTF8.isContinuation($0) } + 1,
      problem: problem)
  }

  /// Position and problem in one line.
  public var description: String { "line \(line), character \(column): \(problem)" }
}
