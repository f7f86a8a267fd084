import ArgumentParser

/// Says where passing on is to be had: it needs connections, which who measures recordings need not build.
private enum Passing {
  static func discussion(_ name: String) -> String {
    """
    It needs the network, and is a command of the server's program, so that who measures recordings need not \
    build a web server:

      swift build -c release --traits Server --product sagevoice-server
      .build/release/sagevoice-server \(name) --store STORE --server URL --token-file FILE

    Without a network, `sagevoice records export` and `import` do the same by a file, for stores of which one has \
    only what the other has not gone on with.

    Exit status: 69.
    """
  }

  static func fault(_ name: String) -> CommandFault {
    CommandFault(
      status: .unavailable,
      messages: [
        "records are passed on by `sagevoice-server \(name)`, which is built with `swift build -c "
          + "release --traits Server --product sagevoice-server`"
      ])
  }
}

struct RecordsPushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Say how to have a server hold the sessions and people of a store.",
    discussion: Passing.discussion("push"))

  @Argument(parsing: .allUnrecognized)
  var words: [String] = []

  func run() throws {
    try perform { () throws(CommandFault) in throw Passing.fault("push") }
  }
}

struct RecordsPullCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Say how to have a store hold the sessions and people of a server.",
    discussion: Passing.discussion("pull"))

  @Argument(parsing: .allUnrecognized)
  var words: [String] = []

  func run() throws {
    try perform { () throws(CommandFault) in throw Passing.fault("pull") }
  }
}
