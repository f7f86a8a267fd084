extension ExitStatus {
  /// The meaning for a run.
  package var meaning: String {
    switch self {
    case .success: "every input was analysed"
    case .wrongUsage: "the command was used wrongly, or a key does not fit"
    case .refused: "a recording was refused, or a store is not as it was written"
    case .cannotOpenInput: "an input cannot be opened"
    case .unavailable: "sagevoice-server is missing, or was built without the server"
    case .internalFault: "a fault of the program itself"
    case .cannotCreateOutput: "output cannot be created"
    case .inputOutputError: "an input/output error"
    case .interrupted: "interrupted"
    case .readerGone: "the reader of the results closed its pipe"
    }
  }
}
