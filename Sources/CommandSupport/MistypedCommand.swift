// Suggestions for unknown subcommands, which the parser reports as unexpected arguments.

package import ArgumentParser
import VoicePipeline

extension ParsableCommand {
  private static var mostNames: Int { 3 }

  /// Ends with a message, similar names and the usage of the command if the arguments name an
  /// unknown subcommand. The parser would print the usage of the program.
  package static func checkSubcommands(in arguments: [String]) throws {
    var command: any ParsableCommand.Type = self
    var path = [configuration.commandName ?? ""]
    for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-") else { return }
      guard
        let named = subcommands.first(where: {
          $0.configuration.commandName == word || $0.configuration.aliases.contains(word)
        })
      else {
        let nested = subcommands.flatMap { parent in
          parent.configuration.subcommands.compactMap { $0.configuration.commandName }
            .filter { $0 == word }.map { "\(parent.configuration.commandName ?? "") \($0)" }
        }
        let near =
          nested.isEmpty
          ? nearest(to: word, among: subcommands.compactMap { $0.configuration.commandName })
          : nested
        let name = path.joined(separator: " ")
        let hint =
          near.isEmpty
          ? "`\(name) --help` lists its commands."
          : "Did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
        StandardStreams.writeError(
          "Error: `\(name)` has no command '\(word.printable)'. \(hint)\n"
            + "Usage: \(name) <subcommand>\n"
            + "  See '\(name) --help' for more information.\n")
        throw ExitCode.validationFailure
      }
      command = named
      path.append(word)
    }
  }

  /// Returns the names of minimum edit distance; empty if they exceed `mostNames`.
  private static func nearest(to word: String, among names: [String]) -> [String] {
    let near = names.map { (name: $0, distance: NameDistance.between(word.lowercased(), $0)) }
      .filter { $0.distance <= NameDistance.limit(for: word) }
    let least = near.map(\.distance).min()
    let nearest = near.filter { $0.distance == least }.map(\.name)
    return nearest.count > mostNames ? [] : nearest
  }
}
