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
