// Options of `watch` and `serve` in a file. The notation is a subset of TOML 1.0: one key per line, with a text, a
// number, a truth value, or a list of them.

import ArgumentParser
import CommandSupport

struct SettingsChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File with options (TOML), which the command line overrides. Default: SAGEVOICE_SETTINGS.",
      valueName: "sagevoice.toml"), completion: .file(extensions: ["toml"]))
  var settings: String?
}

/// The options of one command in a settings file.
struct SettingsFile {
  private struct Setting {
    let key: String
    let words: [String]
  }

  /// The commands with a table in the file.
  private static let commands: [String: any ParsableCommand.Type] = [
    "serve": ServeCommand.self, "watch": WatchCommand.self,
  ]

  /// Options without effect in a file.
  private static let excluded: Set<String> = ["help", "settings", "version"]

  /// Inserts the options of the file that `--settings` or `SAGEVOICE_SETTINGS` names after the
  /// command, unless the arguments contain them. An invalid file gives a message with the line, and
  /// ends the command with status 65.
  static func insert(into arguments: [String]) throws -> [String] {
    guard let name = arguments.first, let command = commands[name],
      let path = path(in: arguments) ?? EnvironmentVariable.settings.value
    else { return arguments }
    do throws(CommandFault) {
      let file = OptionFile(option: "--settings", kind: "a settings file")
      let text = try file.text(of: try file.bytes(at: path))
      let given = Set(arguments.map { String($0.prefix { $0 != "=" }) })
      let settings = try settings(of: name, command, in: text).filter {
        !given.contains("--\($0.key)")
      }
      return [name] + settings.flatMap(\.words) + arguments.dropFirst()
    } catch {
      try error.end()
      return arguments
    }
  }

  /// The value of `--settings`; nil without one.
  private static func path(in arguments: [String]) -> String? {
    let words = arguments.prefix { $0 != "--" }
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == "--settings" { return next }
      if word.hasPrefix("--settings=") { return String(word.dropFirst("--settings=".count)) }
    }
    return nil
  }

  /// A key with its value, which is a text without escapes, a truth value, a number, or a list.
  private static var pair: Regex<(Substring, Substring, Substring)> {
    #/
    \s* ([\w-]+) \s* = \s*
    ( "[^"\\]*" | '[^']*' | true | false | [+-]?\d+(?:\.\d+)?
    | \[ \s* (?: (?: "[^"\\]*" | '[^']*' | [+-]?\d+(?:\.\d+)? ) \s* (?: ,\s* | (?=\]) ) )* \] )
    \s* (?: \#.* )?
    /#
  }

  private static func settings(
    of name: String, _ command: any ParsableCommand.Type, in text: String
  ) throws(CommandFault) -> [Setting] {
    var (table, hasVersion) = ("", false)
    var settings: [Setting] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where line.wholeMatch(of: /\s*(?:#.*)?/) == nil {
      let fault = { Self.fault(atLine: index + 1, $0) }
      if let header = line.wholeMatch(of: /\s*\[([\w-]+)\]\s*(?:#.*)?/) {
        table = String(header.1)
        guard hasVersion else { throw fault("expected version = 1 before the tables") }
        guard commands[table] != nil else { throw fault("expected [watch] or [serve]") }
        continue
      }
      guard let pair = line.wholeMatch(of: pair) else {
        throw fault("expected KEY = VALUE with a text in quotation marks, a number, true or false")
      }
      let (key, value) = (String(pair.1), pair.2)
      if table.isEmpty {
        guard key == "version", value == "1" else {
          throw fault("expected version = 1 before the tables")
        }
        hasVersion = true
      } else if table == name {
        guard !settings.contains(where: { $0.key == key }) else {
          throw fault("\(key) is given twice")
        }
        do throws(Problem) {
          settings.append(try setting(key, value, of: command))
        } catch {
          throw fault(error.text)
        }
      }
    }
    guard hasVersion else { throw fault(atLine: 1, "expected version = 1") }
    return settings
  }

  private struct Problem: Error { let text: String }

  /// Returns the words of an option of the command.
  private static func setting(
    _ key: String, _ value: Substring, of command: any ParsableCommand.Type
  ) throws(Problem) -> Setting {
    let help = command.helpMessage(includeHidden: true, columns: 1000)
    let option = help.matches(of: /(?m)^  (?:-\w, )?--([\w-]+)( <)?/).first { $0.output.1 == key }
    guard let option, !excluded.contains(key) else {
      throw Problem(text: "there is no option --\(key); the help of the command lists all options")
    }
    let isTruth = value == "true" || value == "false"
    guard (option.output.2 == nil) == isTruth else {
      throw Problem(text: isTruth ? "\(key) needs a value" : "\(key) is either true or false")
    }
    if isTruth { return Setting(key: key, words: value == "true" ? ["--\(key)"] : []) }
    let values = value.matches(of: /"([^"]*)"|'([^']*)'|([\w.+-]+)/).map { match in
      match.output.1 ?? match.output.2 ?? match.output.3 ?? ""
    }
    return Setting(key: key, words: values.map { "--\(key)=\($0)" })
  }

  private static func fault(atLine number: Int, _ problem: String) -> CommandFault {
    CommandFault(.refused, "--settings, line \(number): \(problem)")
  }
}
