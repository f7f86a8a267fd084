// Former option names, accepted for one version with a notice on standard error.

import ArgumentParser

/// An option with a former name.
package struct RenamedOption: Sendable {
  /// The command, such as `records list`.
  let command: String

  /// The former name, with its dashes.
  let former: String

  /// The name, with its dashes.
  let name: String

  /// All renamed options. Remove a row one version after its release.
  static let all: [RenamedOption] =
    ["analyze", "plot", "report"].flatMap {
      [
        RenamedOption(command: $0, former: "--from", name: "--start"),
        RenamedOption(command: $0, former: "--to", name: "--end"),
      ]
    } + [
      RenamedOption(command: "analyze", former: "--keys", name: "--measure-keys"),
      RenamedOption(command: "records list", former: "--from", name: "--since"),
      RenamedOption(command: "records list", former: "--to", name: "--until"),
      RenamedOption(command: "records list", former: "--recorded-from", name: "--recorded-since"),
      RenamedOption(command: "records list", former: "--recorded-to", name: "--recorded-until"),
      RenamedOption(command: "records list", former: "--name", name: "--recording-name"),
      RenamedOption(command: "records review", former: "--by", name: "--actor"),
      RenamedOption(command: "watch", former: "--baseline", name: "--baselines"),
      RenamedOption(command: "watch", former: "--group", name: "--file-group"),
    ]

  /// Options whose next argument is a text for another program.
  private static let verbatim: Set<String> = ["--on-result-argument"]

  /// Replaces former option names of the command that the arguments name, up to `--`. A notice on
  /// standard error names each replacement. Throws if the arguments also contain the name.
  package static func replace(in arguments: [String]) throws -> [String] {
    let command = arguments.prefix { !$0.hasPrefix("-") }
    let rows = all.filter {
      command.starts(with: $0.command.split(separator: " ").map(String.init))
    }
    guard !rows.isEmpty else { return arguments }
    var result: [String] = []
    var isVerbatim = false
    for (index, word) in arguments.enumerated() {
      if word == "--", !isVerbatim { return result + arguments[index...] }
      let (option, value) = parts(of: word)
      guard !isVerbatim, let row = rows.first(where: { $0.former == option }) else {
        isVerbatim = !isVerbatim && verbatim.contains(word)
        result.append(word)
        continue
      }
      guard !arguments.contains(where: { parts(of: $0).option == row.name }) else {
        throw ValidationError("\(row.former) is the former name of \(row.name); give one of them.")
      }
      StandardStreams.note(
        "\(row.former) is now \(row.name); a later version removes the old name")
      result.append(row.name + value)
    }
    return result
  }

  /// Splits `--option=value` before the equals sign.
  private static func parts(of word: String) -> (option: Substring, value: Substring) {
    let end = word.firstIndex(of: "=") ?? word.endIndex
    return (word[..<end], word[end...])
  }
}
