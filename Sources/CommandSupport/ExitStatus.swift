// How a run ends, in the numbers of sysexits(3) that the contract fixes, and of signals.

package import ArgumentParser
package import VoiceTypes

/// The exit status of a command.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case wrongUsage = 64
  case refused = 65
  case cannotOpenInput = 66
  /// EX_UNAVAILABLE: another program does this.
  case unavailable = 69
  case internalFault = 70
  case cannotCreateOutput = 73
  case inputOutputError = 74
  case interrupted = 130
  /// 128 and the number of SIGPIPE: what a shell reports of cat(1) or grep(1) before `head`.
  case readerGone = 141

  /// Where several apply: our own fault first, then output, then input.
  private static let precedence: [ExitStatus] = [
    .interrupted, .readerGone, .internalFault, .inputOutputError, .cannotCreateOutput,
    .cannotOpenInput, .unavailable, .refused, .success,
  ]

  /// The one of two that is reported.
  package func orWorse(_ other: ExitStatus) -> ExitStatus {
    Self.precedence.first { $0 == self || $0 == other } ?? self
  }

  /// What a document means for the exit status.
  package init(of document: ResultsDocument) {
    self = document.refusal.map { ExitStatus(of: $0.code) } ?? .success
  }

  /// What a document of two recordings means for it.
  package init(of document: AVQIDocument) {
    self = document.refusals.reduce(.success) { $0.orWorse(ExitStatus(of: $1.refusal.code)) }
  }

  /// What a refusal means for it.
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

  /// The status as the parser of arguments takes it.
  package var exitCode: ExitCode { ExitCode(rawValue) }

  /// Ends the command with this status; success ends it by returning.
  package func end() throws {
    if self != .success { throw ExitCode(rawValue) }
  }
}
