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
    private let scratch = Scratch()

    @Test func `a watch through sagevoice ends with the status of sagevoice-server`() throws {
      _ = try scratch.voice("in/a.wav")
      _ = try scratch.tooShort("in/short.wav")

      let outcome = try ToolProcess.run([
        "watch", scratch.path("in"), "--store", scratch.path("store"), "--create", "--once",
        "--settle", "0.1",
        "--deadline", "0.3", "--quiet",
      ])

      #expect(outcome.status == 65, "\(outcome.errors)")
      #expect(try scratch.names(in: "store/sessions").count == 2)
    }

    @Test func `SIGTERM to sagevoice ends the watch with status 0`() throws {
      _ = try scratch.voice("in/a.wav")

      let outcome = try ToolProcess.run(
        [
          "watch", scratch.path("in"), "--store", scratch.path("store"), "--create", "--settle",
          "0.1",
        ],
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

    /// A line of shell that copies sagevoice to the folder `$1`.
    private static let copy = #"mkdir "$1" && cp "$0" "$1" && "#

    @Test func `a sagevoice-server file without execute permission gives status 69`() throws {
      let outcome = try ToolProcess.runShell(
        Self.copy
          + #": >"$1/sagevoice-server" && chmod +x "$1/sagevoice-server" && "$1/sagevoice" status s"#,
        [scratch.path("alone")])

      #expect(outcome.status == 69)
      #expect(outcome.errors.contains("sagevoice-server cannot be run: "), "\(outcome.errors)")
    }

    @Test func `a folder named sagevoice-server does not hide the program on PATH`() throws {
      try scratch.program("#!/bin/sh\nprintf '%s|' \"$@\"\n", as: "bin/sagevoice-server")

      let outcome = try ToolProcess.runShell(
        Self.copy
          + #"mkdir "$1/sagevoice-server" && PATH="$2:$PATH" "$1/sagevoice" status --check s"#,
        [scratch.path("alone"), scratch.path("bin")])

      #expect(outcome.output == "status|--check|s|", "\(outcome.errors)")
    }

    @Test func `help with a command of sagevoice-server prints the help of that command`() throws {
      let outcome = try ToolProcess.run(["help", "watch"])

      #expect(outcome.status == 0)
      #expect(outcome.output.contains("--settle <seconds>"), "\(outcome.output)")
      #expect(outcome.output.contains("USAGE: sagevoice watch "), "\(outcome.output)")
    }

    @Test(arguments: [
      ("watch --settl", "--settle"), ("records show --docum", "--document"),
      ("plot --figur", "--figure"),
    ])
    func `bash completes options of the commands of both programs`(
      words: String, option: String
    ) throws {
      let outcome = try ToolProcess.runShell(
        #"""
        bash -c 'source <("$0" --generate-completion-script bash)
        COMP_WORDS=("$0" "$@"); COMP_CWORD=$#
        _sagevoice "$0" "${COMP_WORDS[$#]}" "${COMP_WORDS[$# - 1]}"
        printf %s "${COMPREPLY[*]}"' "$0" $1
        """#, [words])

      #expect(outcome.output == option, "\(outcome.errors)")
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
