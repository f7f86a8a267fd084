// `sagevoice` runs `sagevoice-server` for the commands with a store.

import ArgumentParser
import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import sagevoice
@testable import sagevoice_server

extension CommandLineTests {
  @Suite struct StoreProgramTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a watch through sagevoice ends with the status of sagevoice-server`() throws {
      _ = try scratch.voice("in/a.wav")
      _ = try scratch.tooShort("in/short.wav")

      let outcome = try ToolProcess.run([
        "watch", scratch.path("in"), "--store", scratch.path("store"), "--once", "--settle", "0.1",
        "--deadline", "0.3", "--quiet",
      ])

      #expect(outcome.status == 65, "\(outcome.errors)")
      #expect(try scratch.names(in: "store/sessions").count == 2)
    }

    @Test func `SIGTERM to sagevoice ends the watch with status 0`() throws {
      _ = try scratch.voice("in/a.wav")

      let outcome = try ToolProcess.run(
        ["watch", scratch.path("in"), "--store", scratch.path("store"), "--settle", "0.1"],
        whenItWrites: { kill($0, SIGTERM) })

      #expect(outcome.status == 0 && !outcome.wasKilledBySignal, "\(outcome.errors)")
    }

    @Test func `without sagevoice-server one sentence says how to get it, with status 69`() throws {
      let outcome = try ToolProcess.runShell(
        #"mkdir "$1" && cp "$0" "$1" && PATH=/nowhere && cd "$1" && ./sagevoice watch in --store s"#,
        [scratch.path("alone")])

      #expect(outcome.status == 69)
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(outcome.errors.contains("swift build -c release --product sagevoice-server"))
    }

    @Test func `help lists the commands of both programs`() async throws {
      let help = try await Tool.run(["--help"]).output

      for command in ["analyze", "watch", "records", "serve", "work"] {
        #expect(help.contains("\n  \(command) "), "\(command)")
      }
    }

    @Test func `every command of sagevoice-server but schema is listed by sagevoice`() {
      let server = ServerCommand.configuration
      let commands = server.groupedSubcommands.flatMap { $0.subcommands }
      let names = Set(commands.compactMap { $0.configuration.commandName })

      #expect(Set(StoreCommands.all.map { $0.summary.name }) == names.subtracting(["schema"]))
    }

    @Test func `every schema of sagevoice-server is handed on by sagevoice`() {
      let names = sagevoice_server.SchemaCommand.Document.allCases.map(\.rawValue)

      #expect(StoreProgram.schemas == names)
    }
  }
}
