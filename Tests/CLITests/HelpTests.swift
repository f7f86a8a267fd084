import ArgumentParser
import Testing

@testable import CommandSupport
@testable import sagevoice
@testable import sagevoice_server

extension CommandLineTests {
  @Suite struct HelpTests {
    private typealias Command = (path: [String], command: any ParsableCommand.Type)

    /// The commands and groups of both programs, with their names.
    private static var commands: [Command] {
      commands(of: SagevoiceCommand.self, []) + commands(of: ServerCommand.self, [])
    }

    private static func commands(of command: any ParsableCommand.Type, _ path: [String])
      -> [Command]
    {
      let own = command.configuration.subcommands
      return own.filter { !($0 is any sagevoice.StoreCommand.Type) }.flatMap {
        let path = path + [$0.configuration.commandName ?? ""]
        return [(path, $0)] + commands(of: $0, path)
      }
    }

    /// The short names of options in all commands.
    private static let shortNames = [
      "f": "format", "h": "help", "j": "jobs", "o": "output", "q": "quiet", "r": "recursive",
    ]

    /// Idioms that the help does not use.
    private static let idioms = [
      "told", "what is", "looked", "goes on", "as it is", "so many", "behind", "beside",
      "somebody", "nobody", "held against", "unless given",
    ]

    @Test func `every command has a short abstract, examples and the exit status`() {
      #expect(Self.commands.count > 40)
      for (path, command) in Self.commands {
        let configuration = command.configuration
        #expect(configuration.abstract.count <= 70, "\(path)")
        #expect(configuration.discussion.contains("EXAMPLES:\n  sagevoice "), "\(path)")
        #expect(configuration.discussion.contains("Exit status: "), "\(path)")
      }
    }

    @Test func `lines of examples fit 80 columns, and long ones continue with a backslash`() {
      for (path, command) in Self.commands {
        let discussion = command.configuration.discussion
        let examples = discussion.split(separator: "EXAMPLES:\n").last ?? ""
        let lines = examples.split(separator: "\n", omittingEmptySubsequences: false)
          .prefix { !$0.isEmpty }
        for (line, next) in zip(lines, lines.dropFirst() + [""]) {
          #expect(line.count <= 80 && line.hasPrefix("  "), "\(path): \(line)")
          #expect(line.hasSuffix("\\") == next.hasPrefix("   "), "\(path): \(line)")
        }
      }
    }

    @Test func `examples name their command`() {
      for (path, command) in Self.commands {
        let name = "  sagevoice " + path.joined(separator: " ")
        #expect(command.configuration.discussion.contains(name), "\(path)")
      }
    }

    @Test func `every long option has the same short name in all commands`() {
      for (path, command) in Self.commands {
        let help = command.helpMessage(columns: 1000)
        for name in help.matches(of: /(?m)^  (?:-(\w), )?--([\w-]+)/) {
          let short = Self.shortNames.first { $0.value == name.output.2 }?.key
          #expect(name.output.1.map(String.init) == short, "\(path): --\(name.output.2)")
        }
      }
    }

    @Test func `help texts avoid ruled-out idioms`() {
      for (path, command) in Self.commands {
        let help = command.helpMessage(columns: 1000).replacing("--behind-proxy", with: "")
        let words = help.lowercased().split { !$0.isLetter }.joined(separator: " ")
        for idiom in Self.idioms {
          #expect(!" \(words) ".contains(" \(idiom) "), "\(path): \(idiom)")
        }
      }
    }
  }
}
