import ArgumentParser
import Testing

@testable import CommandSupport
@testable import sagevoice
@testable import sagevoice_server

extension CommandLineTests {
  @Suite struct HelpTests {
    /// The leaf commands of both programs, with their names.
    private static var leaves: [(path: [String], command: any ParsableCommand.Type)] {
      leaves(of: SagevoiceCommand.self, []) + leaves(of: ServerCommand.self, [])
    }

    private static func leaves(
      of command: any ParsableCommand.Type, _ path: [String]
    ) -> [(path: [String], command: any ParsableCommand.Type)] {
      let configuration = command.configuration
      let own = configuration.subcommands
      guard !own.isEmpty else {
        return command is any sagevoice.StoreCommand.Type ? [] : [(path, command)]
      }
      return own.flatMap { leaves(of: $0, path + [$0.configuration.commandName ?? ""]) }
    }

    /// Idioms that the help does not use.
    private static let idioms = [
      "told", "what is", "looked", "goes on", "as it is", "so many", "behind", "beside",
      "somebody", "nobody", "held against", "unless given",
    ]

    @Test func `every leaf command has a short abstract, examples and the exit status`() {
      #expect(Self.leaves.count > 40)
      for (path, command) in Self.leaves {
        let configuration = command.configuration
        #expect(configuration.abstract.count <= 70, "\(path)")
        #expect(configuration.discussion.contains("EXAMPLES:\n  sagevoice "), "\(path)")
        #expect(configuration.discussion.contains("Exit status: "), "\(path)")
      }
    }

    @Test func `examples name their command`() {
      for (path, command) in Self.leaves {
        let name = "  sagevoice " + path.joined(separator: " ")
        #expect(command.configuration.discussion.contains(name), "\(path)")
      }
    }

    @Test func `help texts avoid ruled-out idioms`() {
      for (path, command) in Self.leaves {
        let help = command.helpMessage(columns: 1000).replacing("--behind-proxy", with: "")
          .replacing("told, required", with: "")
          .replacing("--consent told", with: "").replacing("values: told", with: "")
          .replacing("default: told", with: "").replacing("told stores", with: "")
        let words = help.lowercased().split { !$0.isLetter }.joined(separator: " ")
        for idiom in Self.idioms {
          #expect(!" \(words) ".contains(" \(idiom) "), "\(path): \(idiom)")
        }
      }
    }
  }
}
