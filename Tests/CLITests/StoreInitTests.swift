// Creating a store, and the commands that need one.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct StoreInitTests {
    private let scratch = Scratch()

    init() throws {
      _ = try scratch.voice("in/a.wav")
      _ = try scratch.write(#"{"user_id": "anna", "age": 40}"#, as: "anna.json")
    }

    private func key() throws -> String {
      let path = try scratch.write([UInt8](repeating: 7, count: 32), as: "key")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      return path
    }

    private func create(_ options: String...) async throws -> Tool.Outcome {
      try await Tool.run(["store", "init", scratch.path("store")] + options)
    }

    private func watch(_ inbox: String, _ store: String) async throws -> Tool.Outcome {
      try await Tool.run(
        ["watch", inbox, "--store", store, "--create", "--once", "--quiet", "--settle", "0"])
    }

    /// The commands that write to a store, with paths in the scratch folder.
    private func writers() -> [[String]] {
      var commands = [
        ["watch", scratch.path("in"), "--once", "--quiet"],
        ["onboard", "--user", "anna", "--profile", scratch.path("anna.json")],
        ["records", "import", scratch.path("in")],
        ["records", "keep", scratch.path("base.json")],
        ["records", "person", "set", "--profile", scratch.path("anna.json")],
        ["records", "reindex"],
        ["token", "create", "--role", "admin", "--name", "Ada"],
      ]
      #if PlainServer
        commands.append(["serve", "--bind", "127.0.0.1:0"])
      #endif
      return commands
    }

    @Test func `commands that write refuse a folder that is not a store, and create nothing`()
      async throws
    {
      let voices = try (1...3).map { try scratch.voice("v\($0).wav", f0: 120) }
      let made = try await Tool.run(
        [
          "baseline", "establish", "--profile", scratch.path("anna.json"), "--output",
          scratch.path("base.json"),
        ] + voices)
      #expect(FileManager.default.fileExists(atPath: scratch.path("base.json")), "\(made.errors)")
      let before = try scratch.names(in: "")

      for command in writers() {
        let outcome = try await Tool.run(command + ["--store", scratch.path("typo")])

        #expect(outcome.status == 66, "\(command): \(outcome.errors)")
        // The server's commands write messages to its log, which a test in process does not see.
        if command[0] != "token" && command[0] != "serve" {
          #expect(outcome.errors.contains("sagevoice store init"), "\(command)")
        }
        #expect(try scratch.names(in: "") == before, "\(command)")
      }
    }

    @Test func `store init creates a store that a watch fills`() async throws {
      let created = try await create()
      let watched = try await Tool.run([
        "watch", scratch.path("in"), "--store", scratch.path("store"), "--once", "--quiet",
        "--settle", "0.1",
      ])

      #expect(created.status == 0 && created.output == "", "\(created.errors)")
      #expect(created.errors.contains("created a store without encryption"))
      #expect(watched.status == 0, "\(watched.errors)")
      #expect(try scratch.names(in: "store/sessions").count == 1)
      let facts = try FileManager.default.attributesOfItem(atPath: scratch.path("store"))
      #expect(facts[.posixPermissions] as? Int == 0o700)
    }

    @Test func `store init creates an encrypted store only with --encrypt and a key`() async throws
    {
      let key = try key()

      #expect(try await create("--encrypt").status == 64)
      #expect(try await create("--key-file", key).status == 64)
      let variable = try await Tool.run(
        ["store", "init", scratch.path("store")], with: ["SAGEVOICE_KEY_FILE": key])
      #expect(variable.status == 64 && variable.errors.contains("add --encrypt"))
      #expect(!FileManager.default.fileExists(atPath: scratch.path("store")))

      let created = try await create("--encrypt", "--key-file", key)

      let list = ["records", "list", "--store", scratch.path("store")]
      #expect(created.status == 0 && created.errors.contains("created an encrypted store"))
      #expect(try await Tool.run(list).status == 65)
      #expect(try await Tool.run(list + ["--key-file", key]).status == 0)
    }

    @Test func `store init refuses a store, a folder with files and an empty name`() async throws {
      #expect(try await create().status == 0)
      let files = try scratch.names(in: "store")

      let again = try await create()
      let other = try await Tool.run(["store", "init", scratch.path("in")])
      let empty = try await Tool.run(["store", "init", ""])

      #expect(again.status == 73 && again.errors.contains("is already a store"))
      #expect(other.status == 73 && other.errors.contains("neither a store nor empty"))
      #expect(empty.status == 64)
      let both = [scratch.path("new"), "--tenant", "a"]
      let places = [[], both, ["--database", "postgresql:///x"]]
      for place in places {
        #expect(try await Tool.run(["store", "init"] + place).status == 64, "\(place)")
      }
      #expect(try scratch.names(in: "store") == files)
      #expect(try scratch.names(in: "in") == ["a.wav"])
    }

    @Test func `an empty folder name is wrong usage, also with a set environment`()
      async throws
    {
      #expect(try await create().status == 0)
      let store = ["--store", scratch.path("store")]
      let commands = [
        ["watch", "", "--once"] + store, ["watch", scratch.path("in"), "--once", "--store", ""],
        ["records", "list", "--store", ""], ["onboard", "--store", ""],
        ["onboard", "--spool", ""] + store, ["token", "list", "--state", ""] + store,
        ["serve", "--state", ""] + store,
      ]

      for command in commands {
        let outcome = try await Tool.run(command, with: ["SAGEVOICE_STORE": scratch.path("store")])

        #expect(outcome.status == 64, "\(command): \(outcome.errors)")
      }
    }

    @Test func `an inbox and a store inside each other are wrong usage, also through links`()
      async throws
    {
      #expect(try await create().status == 0)
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path("link"), withDestinationPath: scratch.path("store"))
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path("inlink"), withDestinationPath: scratch.path("in"))
      let nested = [
        ("store", "store"), ("store/failed", "store"), ("link", "store"), ("link/failed", "store"),
        ("in", "in/new"), ("in", "inlink/new/store"), ("new/in", "new"),
      ]

      for (inbox, store) in nested {
        let outcome = try await watch(scratch.path(inbox), scratch.path(store))

        #expect(outcome.status == 64, "\(inbox) \(store): \(outcome.errors)")
      }
      #expect(try scratch.names(in: "in") == ["a.wav"])
      #expect(try await watch("/", scratch.path("other")).status == 64)
      #expect(try await watch(scratch.path("in"), scratch.path("in-2")).status == 0)
    }
  }
}
