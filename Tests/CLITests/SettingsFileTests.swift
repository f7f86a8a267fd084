import Testing

@testable import sagevoice_server

extension CommandLineTests {
  @Suite struct SettingsFileTests {
    private let scratch = Scratch()

    private func file(_ text: String) throws -> String {
      try scratch.write(text, as: "sagevoice.toml")
    }

    @Test func `the settings of the command precede its arguments, which replace them`() throws {
      let path = try file(
        """
        # Options of both services
        version = 1

        [watch]
        store = "a store"  # relative to the working directory
        ignore = ["*[0-9].tmp", 'old#']
        settle = 1.5
        recursive = true
        once = false
        [serve]
        store = "other"
        """)

      let words = try SettingsFile.insert(into: ["watch", "in", "--settings", path, "--settle=3"])

      #expect(
        words == [
          "watch", "--store=a store", "--ignore=*[0-9].tmp", "--ignore=old#", "--recursive", "in",
          "--settings", path, "--settle=3",
        ])
    }

    @Test func `a watch has the options of its settings file`() async throws {
      let path = try file(
        "version = 1\r\n[watch]\r\nonce = true\r\ncreate = true\r\nsettle = 0.1\r\ntier = \"quick\"\r\n"
      )
      _ = try scratch.voice("in/a.wav")

      let outcome = try await Tool.run(
        ["watch", scratch.path("in"), "--store", scratch.path("store"), "--quiet"],
        with: ["SAGEVOICE_SETTINGS": path])

      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
      #expect(try scratch.names(in: "store/sessions").count == 1)
    }

    @Test(arguments: [
      ("", "line 1: expected version = 1"),
      ("[watch]\n", "line 1: expected version = 1 before the tables"),
      ("version = 2\n", "line 1: expected version = 1"),
      ("version = 1\n\n[wach]\n", "line 3: expected [watch] or [serve]"),
      ("version = 1\n[watch]\nstore = store\n", "line 3: expected KEY = VALUE"),
      ("version = 1\n[watch]\nignore = [\"a\" \"b\"]\n", "line 3: expected KEY = VALUE"),
      ("version = 1\n[watch]\nsettle = 1\nsettle = 2\n", "line 4: settle is given twice"),
      ("version = 1\n[watch]\nbind = \"0.0.0.0:1\"\n", "line 3: there is no option --bind"),
      ("version = 1\n[watch]\nrecursive = 1\n", "line 3: recursive is either true or false"),
      ("version = 1\n[watch]\nsettle = true\n", "line 3: settle needs a value"),
    ])
    func `an invalid line is named, with status 65`(text: String, says: String) async throws {
      let outcome = try await Tool.run(["watch", "in", "--settings", file(text)])

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("--settings, \(says)"), "\(outcome.errors)")
    }

    @Test func `a missing settings file is named, with status 66`() async throws {
      let outcome = try await Tool.run(["serve", "--settings", scratch.path("none.toml")])

      #expect(outcome.status == 66)
      #expect(outcome.errors.contains("--settings: "), "\(outcome.errors)")
    }
  }
}
