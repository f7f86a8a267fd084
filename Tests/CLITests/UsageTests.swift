import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct UsageTests {
    @Test func `work --once ends with status 74 if the database cannot be reached`() async throws {
      let outcome = try await Tool.run(
        ["work", "--once", "--database", "postgresql:///sagevoice?host=/nowhere"])

      #expect(outcome.status == 74)
    }

    /// Commands that cannot mean anything.
    static let wrong: [[String]] = [
      ["analyze"], ["analyse", "a.wav"], ["--bad"], ["analyze", "a.wav", "--bad"],
      ["analyze", "a.wav", "--tier", "fast"], ["analyze", "a.wav", "--preset", "mdvp"],
      ["analyze", "a.wav", "--format", "xml"], ["analyze", "a.wav", "--pitch-method", "yin"],
      ["analyze", "a.wav", "--praat-version", "5.4"], ["analyze", "a.wav", "--jobs", "0"],
      ["analyze", "a.wav", "--jobs", "two"], ["analyze", "a.wav", "--output"],
      ["analyze", "-", "-"], ["analyze", "-", "--files-from", "-"],
      ["analyze", "-", "--baseline", "-"], ["report", "-", "--baseline", "-"],
      ["plot", "-", "--baseline", "-"], ["baseline", "compare", "--baseline", "-", "-"],
      ["baseline", "compare", "--baseline", "-", "--sessions", "-", "a.wav"],
      ["baseline", "establish", "--profile", "-", "--limits", "-", "a.wav"],
      ["analyze", "a.wav", "--segment-from", "-"], ["records", "list", "--key-file", "-"],
      ["analyze", "a.wav", "--pitch-range", "600:75"],
      ["analyze", "a.wav", "--pitch-range", "75:75"], ["analyze", "a.wav", "--pitch-range", "75"],
      ["analyze", "a.wav", "--pitch-range", "75:"], ["analyze", "a.wav", "--pitch-range", ":600"],
      ["analyze", "a.wav", "--pitch-range", "75:600:900"],
      ["analyze", "a.wav", "--pitch-range", "-75:600"],
      ["analyze", "a.wav", "--pitch-range", "nan:600"],
      ["analyze", "a.wav", "--pitch-range", "75:inf"],
      ["analyze", "a.wav", "--pitch-range", "1:600"], ["schema", "extra"], ["synth"],
      ["analyze", "a.wav", "--measures", ""], ["analyze", "a.wav", "--measures", "jitter,"],
      ["analyze", "a.wav", "--measures", "jitters"],
      ["analyze", "a.wav", "--measures", "jitter", "--tier", "quick"],
      ["avqi"], ["avqi", "--vowel", "a.wav"], ["avqi", "--speech", "a.wav"],
      ["avqi", "--vowel", "a.wav", "--speech", "b.wav", "--speech-language", "en"],
      ["avqi", "--vowel", "a.wav", "--speech", "b.wav", "--page-language", "de"],
      ["avqi", "--manifest", "a.csv", "--format", "html"],
      ["avqi", "--vowel", "a.wav", "--speech", "b.wav", "--vowel-ends", "somewhere"],
      ["avqi", "--manifest", "a.csv", "--vowel", "b.wav"],
      ["avqi", "--manifest", "a.csv", "--speech", "b.wav"],
      ["avqi", "--vowel", "-", "--speech", "-"],
      ["avqi", "--vowel", "a.wav", "--speech", "b.wav", "c.wav"],
      ["report", "a.wav", "b.wav", "-o", "page.html"], ["report", "a.json", "b.wav"],
      ["report", "a.wav", "-o", "page.html", "--format", "pdf"],
      ["report", "a.wav", "-o", "page.html", "--paper", "a4"],
      ["report", "a.wav", "-o", "pages/", "--paper", "a4"],
      ["report", "a.wav", "--language", "fr"],
      ["report", "a.wav", "-o", "page.txt"], ["report", "-", "-", "-o", "pages/"],
      ["report", "--compare", "a.wav"], ["report", "--compare", "a.wav", "b.wav", "-o", "pages/"],
      ["report", "--compare", "a.wav", "b.wav", "--header", "h.json"],
      ["report", "a.wav", "--logo", "l.png"], ["watch", "in", "--store", "s", "--language", "de"],
      ["watch", "in", "--store", "s", "--report", "html", "--paper", "a4"],
      ["plot"], ["plot", "a.wav", "--figure", "voice"], ["plot", "a.wav", "--theme", "grey"],
      ["plot", "a.wav", "-o", "fig.gif"], ["plot", "a.wav", "-o", "svg"],
      ["plot", "a.wav", "--dynamic-range", "60"], ["plot", "a.wav", "b.wav"],
      ["plot", "a.wav", "--figure", "spectrogram", "--spectrogram-window", "1"],
      ["plot", "a.wav", "--language", "fr"],
      ["report"], ["report", "a.wav", "-o", "page.docx"],
      ["report", "a.wav", "--limits", "l.json"],
      ["report", "-", "--profile", "-"], ["report", "a.wav", "b.wav"],
      ["baseline", "establish"], ["baseline", "establish", "a.wav"],
      ["baseline", "establish", "--profile", "p.json"], ["baseline", "compare", "a.wav"],
      ["baseline", "compare", "--baseline", "b.json"], ["baseline", "show"],
      ["baseline", "establish", "--profile", "p.json", "--keep-sessions", "a.wav"],
      ["baseline", "establish", "--profile", "p.json", "--jobs", "0", "a.wav"],
      ["baseline", "compare", "--baseline", "b.json", "--format", "csv", "a.wav"],
      ["baseline", "compare", "--baseline", "b.json", "--device", "", "a.wav"],
    ]

    @Test(arguments: wrong)
    func `wrong usage gives status 64, a message and no data`(arguments: [String]) async throws {
      let outcome = try await Tool.run(arguments)

      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.errors != "")
    }

    @Test(arguments: [
      (["analyse", "a.wav"], "`sagevoice` has no command 'analyse'. Did you mean 'analyze'?"),
      (["Wach", "in"], "Did you mean 'watch'?"),
      (
        ["baseline", "etablish"],
        "`sagevoice baseline` has no command 'etablish'. Did you mean 'establish'?"
      ),
      (["baseline", "etablish"], "Usage: sagevoice baseline <subcommand>"),
      (["records", "lst"], " records` has no command 'lst'. Did you mean 'list'?"),
      (["a.wav"], "`sagevoice --help` lists its commands."),
    ])
    func `a mistyped command gets a suggestion`(arguments: [String], says: String) async throws {
      let outcome = try await Tool.run(arguments)

      #expect(outcome.status == 64)
      #expect(outcome.errors.contains(says), "\(outcome.errors)")
    }

    /// A command with an invalid option value and the expected message.
    static let refusedValues: [(command: [String], option: String, value: String, says: String)] = [
      (["analyze", "a.wav"], "--jobs", "-1", "expected a whole number from 1 up"),
      (["analyze", "a.wav"], "--jobs", "two", "expected a whole number from 1 up"),
      (["analyze", "a.wav"], "--pitch-range", "300:100", "ceiling must be above the floor"),
      (["analyze", "a.wav"], "--pitch-range", "abc", "LOW:HIGH in hertz, such as 75:600"),
      (["analyze", "a.wav"], "--pitch-range", "-75:600", "floor must be at least 10 Hz"),
      (["analyze", "a.wav"], "--pitch-range", "75:inf", "LOW:HIGH in hertz"),
      (["analyze", "a.wav"], "--channel", "0", "expected left, right or a number from 1"),
      (["analyze", "a.wav"], "--channel", "middle", "expected left, right or a number from 1"),
      (
        ["watch", "in", "--store", "s"], "--channel", "-1",
        "expected left, right or a number from 1"
      ),
      (["analyze", "a.wav"], "--tier", "fast", "one of 'quick' and 'comprehensive'"),
      (["analyze", "a.wav"], "--measures", "jitters", "'sagevoice explain' lists the measures"),
      (["watch", "in", "--store", "s"], "--retention", "0", "expected a whole number from 1 up"),
      (["watch", "in", "--store", "s"], "--guest-retention", "-5", "whole number from 1 up"),
      (["watch", "in", "--store", "s"], "--retention-grace", "-1", "whole number from 0 up"),
      (["watch", "in", "--store", "s"], "--settle", "-1", "expected seconds from 0 to 86400"),
      (["watch", "in", "--store", "s"], "--sidecar-wait", "soon", "seconds from 0 to 86400"),
      (["watch", "in", "--store", "s"], "--poll", "0", "expected seconds from 0.05 to 86400"),
      (["watch", "in", "--store", "s"], "--rescan", "-1", "expected seconds from 0.05 to 86400"),
      (["status", "s"], "--max-age", "-1", "expected a whole number from 1 up"),
      (["records", "list", "--store", "s"], "--limit", "-1", "expected a whole number from 1 up"),
      (["records", "list", "--store", "s"], "--after", "12", "expected a cursor"),
      (["records", "list", "--store", "s"], "--verdict", "good", "pass, unknown, warn, fail"),
      (["records", "list", "--store", "s"], "--since", "yesterday", "such as 2026-01-31"),
      (["records", "purge", "--store", "s"], "--older-than", "-1", "from 0 to 100000"),
      (["records", "purge", "--store", "s"], "--session", "me", "the ID of a session"),
      (["records", "verify", "--store", "s"], "--head", "12", "expected NUMBER:HASH"),
      (["synth", "o.wav"], "--f0", "high", "expected a number"),
      (["synth", "o.wav"], "--f0", "-5", "expected a number from 20 to 1000"),
      (["synth", "o.wav"], "--hnr", "-40", "expected a number from -20 to 120"),
      (["synth", "o.wav"], "--chaos", "-1", "expected a number from 0 to 60"),
      (["synth", "o.wav"], "--seed", "-1", "expected a whole number from 0"),
    ]

    @Test(arguments: refusedValues.indices)
    func `an invalid option value is named with the valid values`(index: Int) async throws {
      let (command, option, value, says) = Self.refusedValues[index]

      let outcome = try await Tool.run(command + [option, value])

      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("The value '\(value)' is invalid for '\(option)"))
      #expect(outcome.errors.contains(says))
      #expect(!outcome.errors.contains("Unknown option"))
    }

    @Test(arguments: [
      ["records", "show", "--store", "s", "me"], ["records", "verify", "--store", "s", "me"],
      ["records", "amend", "--store", "s", "--reason", "r", "me"],
      ["records", "export", "--store", "s", "me", "out"],
    ])
    func `an invalid session id is reported`(arguments: [String]) async throws {
      let outcome = try await Tool.run(arguments)

      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("'me'"))
      #expect(outcome.errors.contains("the ID of a session, as `sagevoice records list` prints it"))
    }

    @Test func `the schema is the one that documents keep`() async throws {
      let scratch = Scratch()
      let outcome = try await Tool.run(["schema"])
      let schema = try outcome.document

      let validator = try JSONSchemaValidator(schema)
      let good = try await Tool.run(["analyze", scratch.voice()]).document
      let refused = try await Tool.run(["analyze", scratch.tooShort()]).document

      #expect(outcome.status == 0)
      #expect(schema == ResultsDocument.jsonSchema)
      #expect(validator.problems(in: good) == [])
      #expect(validator.problems(in: refused) == [])
      #expect(validator.problems(in: good.removing(["run"])) != [])
    }

    @Test func `the version is that of the documents`() async throws {
      let scratch = Scratch()
      let outcome = try await Tool.run(["--version"])

      let document = try await Tool.run(["analyze", scratch.tooShort()]).document

      #expect(outcome.status == 0)
      #expect(
        document[path: ["provenance", "version"]]?.stringValue.map { $0 + "\n" }
          == outcome.output)
      #expect(outcome.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }

    @Test(arguments: [
      [], ["--help"], ["help"], ["baseline"], ["analyze", "--help"], ["synth", "--help"],
    ])
    func `help goes to standard output with status 0`(arguments: [String]) async throws {
      let outcome = try await Tool.run(arguments)

      #expect(outcome.status == 0)
      #expect(outcome.output.contains("USAGE: sagevoice"))
    }

    @Test func `the schemas of baselines and comparisons are printed`() async throws {
      #expect(try await Tool.run(["schema", "baseline"]).document == BaselineDocument.jsonSchema)
      #expect(
        try await Tool.run(["schema", "comparison"]).document == ComparisonDocument.jsonSchema)
    }

    @Test func `help lists all exit statuses and the notice`() async throws {
      let help = try await Tool.run(["--help"]).output.split { $0.isWhitespace }.joined(
        separator: " ")

      #expect(help.contains("not a diagnosis"))
      for status in ["0", "64", "65", "66", "70", "73", "74", "130", "141"] {
        #expect(help.contains(try Regex("\\b\(status) [a-z]")), "\(status)")
      }
    }

    @Test(arguments: [
      ["analyze"], ["baseline", "establish"], ["plot"],
      ["records", "report"], ["records", "show"], ["report"],
    ])
    func `every command has the same --output option`(command: [String]) async throws {
      let help = try await Tool.run(command + ["--help"]).output

      #expect(help.contains("-o, --output <"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `completion scripts are made`(shell: String) async throws {
      let outcome = try await Tool.run(["--generate-completion-script", shell])

      #expect(outcome.status == 0)
      #expect(outcome.output.contains("sagevoice"))
      #expect(outcome.output.contains("pitch-range"))
    }

  }
}
