// A subcommand that does not exist, with the nearest that does: the parser counts its words as unexpected arguments.

package import ArgumentParser
import VoicePipeline

extension ParsableCommand {
  private static var mostNames: Int { 3 }

  /// Throws where arguments name a subcommand that does not exist, with the subcommands of a similar name.
  package static func checkSubcommands(in arguments: [String]) throws {
    var command: any ParsableCommand.Type = self
    for word in arguments {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
      guard let named = subcommands.first(where: { $0.configuration.commandName == word }) else {
        let near = nearest(to: word, among: subcommands.compactMap { $0.configuration.commandName })
        let hint =
          near.isEmpty
          ? "the help lists the commands." : "did you mean \(near.joined(separator: " or "))?"
        throw ValidationError("There is no command '\(word)'; \(hint)")
      }
      command = named
    }
  }

  /// The names with the fewest letters to change; none where they are many.
  private static func nearest(to word: String, among names: [String]) -> [String] {
    let near = names.map { (name: $0, distance: NameDistance.between(word.lowercased(), $0)) }
      .filter { $0.distance <= NameDistance.limit(for: word) }
    let least = near.map(\.distance).min()
    let nearest = near.filter { $0.distance == least }.map(\.name)
    return nearest.count > mostNames ? [] : nearest
  }
}
