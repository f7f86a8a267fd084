import ArgumentParser

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Say how to get the onboarding page as a server.",
    discussion: """
      The page is served by a program of its own, so that who measures recordings need not build a web \
      server:

        swift build -c release --traits Server --product sagevoice-server
        .build/release/sagevoice-server serve --store STORE
      """)

  @Argument(parsing: .allUnrecognized)
  var words: [String] = []

  func run() throws {
    try perform { () throws(CommandFault) in
      throw CommandFault(
        status: .wrongUsage,
        messages: [
          "the page is served by sagevoice-server, which is built with `swift build -c release "
            + "--traits Server --product sagevoice-server`"
        ])
    }
  }
}
