import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct ExplainTests {
    /// The headings of an explanation, in order.
    static let headings = [
      "Definition", "Formula", "Unit", "Settings", "Source", "Limits", "When it is unavailable",
    ]

    @Test func `a measure is explained under fixed headings`() async throws {
      let outcome = try await Tool.run(["explain", "jitter.local_percent"])
      let lines = outcome.output.split(separator: "\n").map { String($0) }

      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(lines.first == "jitter.local_percent (Jitter)")
      #expect(lines.filter { Self.headings.contains($0) } == Self.headings)
      #expect(outcome.output.contains("MDVP limit: 1.04 % (verified in the Praat manual)"))
      #expect(outcome.output.contains("probably lower"))
      #expect(lines.last == "This is a measurement, not a diagnosis.")
    }

    @Test func `JSON has a member per heading, for every measure`() async throws {
      for measure in Measure.allCases {
        let outcome = try await Tool.run(["explain", measure.rawValue, "--format", "json"])
        let json = try JSONValue(parsing: outcome.output)
        let texts = ["definition", "formula", "unit", "source", "limits"]

        #expect(outcome.status == 0)
        #expect(json["measure"] == .string(measure.rawValue))
        #expect(texts.allSatisfy { json[$0]?.stringValue?.isEmpty == false }, "\(measure)")
        #expect(json["settings"]?.elements.isEmpty == false)
        #expect(json["unavailable"]?.elements.isEmpty == false)
      }
    }

    @Test func `a group lists its measures, a line each, before the article`() async throws {
      let outcome = try await Tool.run(["explain", "formants"])
      let lines = outcome.output.split(separator: "\n").map { String($0) }
      let keys = MeasureGroup.formants.measures.map(\.rawValue)

      #expect(outcome.status == 0)
      #expect(zip(lines, keys).allSatisfy { $0.hasPrefix($1 + "  ") })
      #expect(lines.dropFirst(keys.count).first == "Formants")
    }

    @Test func `a group in JSON has its explanations whole and the articles`() async throws {
      let json = try JSONValue(
        parsing: await Tool.run(["explain", "voice_quality", "--format", "json"]).output)

      #expect(json["measures"]?.elements.count == MeasureGroup.voiceQuality.measures.count)
      #expect(json["measures"]?.elements.allSatisfy { $0["formula"] != nil } == true)
      #expect(json["articles"]?.elements.count == 4)
    }

    @Test(arguments: [[], ["--list"]])
    func `without a name every measure has its line`(arguments: [String]) async throws {
      let outcome = try await Tool.run(["explain"] + arguments)
      let lines = outcome.output.split(separator: "\n")

      #expect(outcome.status == 0)
      let names = lines.map { String($0.prefix { $0 != " " }) }
      #expect(Array(names.prefix(Measure.allCases.count)) == Measure.allCases.map(\.rawValue))
      #expect(lines.allSatisfy { $0.hasSuffix(".") })
    }

    @Test func `the list in JSON has every measure`() async throws {
      let json = try JSONValue(parsing: await Tool.run(["explain", "--format", "json"]).output)

      let names = json["measures"]?.elements.compactMap { $0["measure"]?.stringValue } ?? []
      #expect(Array(names.prefix(Measure.allCases.count)) == Measure.allCases.map(\.rawValue))
    }

    @Test(arguments: [
      ("cpps", "voice_quality.cpps_db"), ("PPQ5", "jitter.ppq5_percent"),
      ("mpt", "phonation.maximum_phonation_time_s"), ("Shim", "shimmer.local_percent"),
      ("pitch", "f0"),
    ])
    func `a measure is found by another name`(name: String, key: String) async throws {
      let found = try await Tool.run(["explain", name])

      #expect(found.status == 0)
      #expect(found.output == (try await Tool.run(["explain", key]).output))
    }

    @Test(arguments: ["signal type", "jitter", "quality.gap", "stability"])
    func `the text of an article has at most 80 columns`(name: String) async throws {
      let text = try await Tool.run(["explain", name]).output
      let articles = text.split(separator: "\n").drop { $0.contains(".") }

      #expect(articles.contains { $0.count > 70 })
      #expect(articles.allSatisfy { $0.count <= 80 })
      #expect(!text.contains("](") && !text.contains("<doc:"))
    }

    @Test func `a code has its meaning, messages and advice by place of use`() async throws {
      let text = try await Tool.run(["explain", "too_short"])
      let json = try await Tool.run(["explain", "low_snr", "--format", "json"]).document

      #expect(text.status == 0)
      #expect(
        text.output.contains("\nRefused recording. Exit status of `sagevoice analyze`: 65.\n"))
      #expect(
        text.output.contains(
          "The recording lasts <found>, but the analysis needs more than <needed>."))
      #expect(text.output.contains("Record for longer. A sustained vowel should last 3 to 10 s."))
      #expect(
        text.output.contains(
          "\nMissing value, or value to interpret with caution.\n  Less than 0.5 s of steady"))
      #expect(json["codes"]?.elements.map { $0["code"] } == ["low_snr"])
      #expect(json[path: ["codes", 0, "sentences"]]?.elements.count == 3)
    }

    @Test func `a name of several measures names them`() async throws {
      let outcome = try await Tool.run(["explain", "local"])

      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("Similar: jitter.local_percent, shimmer.local_percent"))
    }

    @Test func `an unknown name is wrong usage, with similar names`() async throws {
      let near = try await Tool.run(["explain", "jiter"])
      let far = try await Tool.run(["explain", "qqqqqqqq"])

      #expect(near.status == 64 && far.status == 64)
      #expect(near.output == "" && far.output == "")
      #expect(near.errors.contains("Similar: jitter,"))
      #expect(far.errors.contains("`sagevoice explain --list` lists all"))
      #expect(near.errors.split(separator: "\n").count <= 3)
    }

    @Test func `the signal type is explained, also without quotation marks`() async throws {
      let quoted = try await Tool.run(["explain", "signal type"])
      let words = try await Tool.run(["explain", "Signal", "types"])

      #expect(quoted.status == 0)
      #expect(quoted.output.hasPrefix("Signal types\n"))
      #expect(quoted.output.contains("Titze"))
      #expect(words.output == quoted.output)
    }

    @Test(arguments: [["jitter", "--list"], ["jitter", "--format", "xml"], ["a", "b"], [""]])
    func `an invalid explain request is wrong usage`(arguments: [String]) async throws {
      let outcome = try await Tool.run(["explain"] + arguments)

      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.errors != "")
    }

    @Test func `the program alone explains measures, without resource files`() async throws {
      let scratch = Scratch()
      let copy = scratch.path("alone")

      let outcome = try ToolProcess.runShell(
        #"cp "$0" "$1" && cd / && env -i "$1" explain hnr.mean_db"#, [copy])

      #expect(outcome.status == 0)
      #expect(outcome.output == (try await Tool.run(["explain", "hnr.mean_db"]).output))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `completion knows the measures`(shell: String) async throws {
      let script = try await Tool.run(["--generate-completion-script", shell]).output

      #expect(script.contains("voice_quality.cpps_db"))
    }
  }
}
