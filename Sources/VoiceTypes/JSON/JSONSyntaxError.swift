/// Bytes that are not JSON as it is read here: what is wrong, and where a person finds it.
public struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line of the fault, from 1.
  public let line: Int

  /// The character of that line, from 1.
  public let column: Int

  /// What was found or expected, and what to write instead.
  public let problem: String

  /// States a fault.
  public init(line: Int, column: Int, problem: String) {
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// A fault behind `offset` bytes of a text, whose UTF-8 is sound up to there.
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

  /// The place and the problem, in one line.
  public var description: String { "line \(line), character \(column): \(problem)" }
}
