import ArgumentParser
import VoiceTypes

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of the results document.")

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    do {
      try StandardStreams.write(ResultsSchema.json.text(.pretty) + "\n")
    } catch {
      StandardStreams.note("cannot write: \(error.description)")
      try ExitStatus.inputOutputError.end()
    }
  }
}
