// Exit statuses of sysexits(3) and of signals, fixed by the command line contract.

package import ArgumentParser
package import VoiceTypes

package enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case wrongUsage = 64
  case refused = 65
  case cannotOpenInput = 66
  /// EX_UNAVAILABLE: sagevoice-server is missing, or built without the server.
  case unavailable = 69
  case internalFault = 70
  case cannotCreateOutput = 73
  case inputOutputError = 74
  case interrupted = 130
  /// 128 plus the number of SIGPIPE, as shells report it for cat(1) or grep(1) before `head`.
  case readerGone = 141

  /// Precedence of several statuses, highest first: internal faults before output before input.
  private static let precedence: [ExitStatus] = [
    .interrupted, .readerGone, .internalFault, .inputOutputError, .cannotCreateOutput,
    .cannotOpenInput, .unavailable, .refused, .wrongUsage, .success,
  ]

  /// Returns the status of higher precedence.
  package func orWorse(_ other: ExitStatus) -> ExitStatus {
    Self.precedence.first { $0 == self || $0 == other } ?? self
  }

  package init(of document: ResultsDocument) {
    self = document.refusal.map { ExitStatus(of: $0.code) } ?? .success
  }

  /// Maps an index document to the status of highest precedence.
  package init(of document: IndexDocument) {
    self = document.refusals.reduce(.success) { $0.orWorse(ExitStatus(of: $1.refusal.code)) }
  }

  package init(of code: RefusalCode) {
    switch code {
    case .notFound, .notReadable, .isADirectory: self = .cannotOpenInput
    case .notAWAV, .truncated, .empty, .unsupportedEncoding, .nonFiniteSamples,
      .sampleRateTooLow, .sampleRateTooHigh, .tooShort, .tooLong, .tooLarge, .silent,
      .sampleRatesDiffer, .noSuchChannel, .soundNotKept, .stretchOutside,
      .tableRow:
      self = .refused
    }
  }

  /// The status in the type of the argument parser.
  package var exitCode: ExitCode { ExitCode(rawValue) }

  /// Throws the status as an exit code; success returns.
  package func end() throws {
    if self != .success { throw ExitCode(rawValue) }
  }
}

extension ExitStatus {
  package var meaning: String {
    switch self {
    case .success: "success"
    case .wrongUsage: "wrong usage of the command"
    case .refused: "a recording, a file or a key is refused, or stored data fail a check"
    case .cannotOpenInput: "an input, a store or a session cannot be opened"
    case .unavailable: "sagevoice-server is missing, or was built without the server"
    case .internalFault: "internal error of the program"
    case .cannotCreateOutput: "output, a store or a schema cannot be created"
    case .inputOutputError: "input/output error, or the database is unavailable"
    case .interrupted: "interrupted"
    case .readerGone: "the reader of the results closed its pipe"
    }
  }
}
