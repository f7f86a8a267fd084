import Testing
import VoiceTypes

@testable import CommandSupport

extension CommandLineTests {
  @Suite struct RenamedOptionTests {
    @Test func `a former option name works and prints its new name`() async throws {
      let scratch = Scratch()
      let voice = try scratch.voice()

      let former = try await Tool.run(["analyze", "--from=0.25", "--to", "0.9", voice])
      let current = try await Tool.run(["analyze", "--start", "0.25", "--end", "0.9", voice])

      #expect(former.status == 0)
      #expect(try former.document["segment"] == current.document["segment"])
      #expect(former.errors.contains("--from is now --start"), "\(former.errors)")
      #expect(former.errors.contains("--to is now --end"))
      #expect(current.errors == "")
    }

    @Test func `a former option name together with its new name is a usage error`() async throws {
      let outcome = try await Tool.run(["analyze", "--from", "1", "--start", "2", "a.wav"])

      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("--from is the former name of --start"))
    }

    @Test func `a former value of consent works and prints its new name`() async throws {
      let former = try await Tool.run(["watch", "missing-inbox", "--consent", "told"])
      let current = try await Tool.run(["watch", "missing-inbox", "--consent", "optional"])
      let unknown = try await Tool.run(["watch", "missing-inbox", "--consent", "assumed"])

      #expect(former.errors.contains("--consent told is now --consent optional"))
      #expect(former.errors.hasSuffix(current.errors) && former.status == current.status)
      #expect(unknown.errors.contains("'optional'") && !unknown.errors.contains("told"))
    }

    @Test(arguments: [
      (["analyze", "--", "--from"], ["analyze", "--", "--from"]),
      (["records", "stats", "--by", "device"], ["records", "stats", "--by", "device"]),
      (["records", "review", "--by", "A"], ["records", "review", "--actor", "A"]),
      (["baseline", "compare", "--baseline", "b"], ["baseline", "compare", "--baseline", "b"]),
      (["watch", "in", "--baseline", "off"], ["watch", "in", "--baselines", "off"]),
      (
        ["watch", "in", "--on-result-argument", "--group", "--group", "g"],
        ["watch", "in", "--on-result-argument", "--group", "--file-group", "g"]
      ),
    ])
    func `only options of the command change, up to a double dash`(
      arguments: [String], expected: [String]
    ) throws {
      #expect(try RenamedOption.replace(in: arguments) == expected)
    }
  }
}
