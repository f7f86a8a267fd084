import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct UsageTests {
    /// Commands that cannot mean anything.
    static let wrong: [[String]] = [
      ["analyze"], ["analyse", "a.wav"], ["--bad"], ["analyze", "a.wav", "--bad"],
      ["analyze", "a.wav", "--tier", "fast"], ["analyze", "a.wav", "--preset", "mdvp"],
      ["analyze", "a.wav", "--format", "xml"], ["analyze", "a.wav", "--pitch-method", "yin"],
      ["analyze", "a.wav", "--praat-version", "5.4"], ["analyze", "a.wav", "--jobs", "0"],
      ["analyze", "a.wav", "--jobs", "two"], ["analyze", "a.wav", "--output"],
      ["analyze", "-", "-"], ["analyze", "-", "--files-from", "-"],
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
    ]

    @Test(arguments: wrong)
    func `wrong usage gives status 64, a message and no data`(arguments: [String]) throws {
      let outcome = try Tool.run(arguments)

      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.errors != "")
    }

    @Test func `the schema is the one that documents keep`() throws {
      let scratch = try Scratch()
      let outcome = try Tool.run(["schema"])
      let schema = try outcome.document

      let validator = try JSONSchemaValidator(schema)
      let good = try Tool.run(["analyze", scratch.voice()]).document
      let refused = try Tool.run(["analyze", scratch.tooShort()]).document

      #expect(outcome.status == 0)
      #expect(schema == ResultsSchema.json)
      #expect(validator.problems(in: good) == [])
      #expect(validator.problems(in: refused) == [])
      #expect(validator.problems(in: good.removing(["run"])) != [])
    }

    @Test func `the version is that of the documents`() throws {
      let scratch = try Scratch()
      let outcome = try Tool.run(["--version"])

      let document = try Tool.run(["analyze", scratch.tooShort()]).document

      #expect(outcome.status == 0)
      #expect(
        document[path: ["provenance", "version"]]?.stringValue.map { $0 + "\n" }
          == outcome.output)
      #expect(outcome.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }

    @Test(arguments: [[], ["--help"], ["help"], ["analyze", "--help"], ["synth", "--help"]])
    func `help goes to standard output with status 0`(arguments: [String]) throws {
      let outcome = try Tool.run(arguments)

      #expect(outcome.status == 0)
      #expect(outcome.output.contains("USAGE: sagevoice"))
    }

    @Test func `the schemas of baselines and comparisons are printed`() throws {
      #expect(try Tool.run(["schema", "baseline"]).document == BaselineSchema.json)
      #expect(try Tool.run(["schema", "comparison"]).document == ComparisonSchema.json)
    }

    @Test func `help states every exit status and what the numbers are not`() throws {
      let help = try Tool.run(["--help"]).output

      #expect(help.contains("not a diagnosis"))
      for status in ["0", "64", "65", "66", "70", "73", "74", "130"] {
        #expect(help.contains(try Regex("\\b\(status) [a-z]")), "\(status)")
      }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `completion scripts are made`(shell: String) throws {
      let outcome = try Tool.run(["--generate-completion-script", shell])

      #expect(outcome.status == 0)
      #expect(outcome.output.contains("sagevoice"))
      #expect(outcome.output.contains("pitch-range"))
    }

    @Test func `the completion script is bash`() throws {
      let outcome = try Tool.runShell(
        #""$0" --generate-completion-script bash | bash -n"#)

      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
    }
  }
}
