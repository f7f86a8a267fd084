// `sagevoice watch --group`: a second user reads what the watch makes.

import Foundation
import TestSupport
import Testing

extension CommandLineTests {
  @Suite struct GroupTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
      _ = try scratch.voice("in/a.wav")
    }

    private func watch(_ options: String...) throws -> Tool.Outcome {
      try Tool.run(
        [
          "watch", scratch.path("in"), "--store", scratch.path("store"), "--once", "--settle",
          "0.1", "--quiet", "--tier", "quick",
        ] + options)
    }

    /// Modes and groups below a folder, by kind.
    private func modes(_ name: String) throws -> Set<String> {
      let script = #"find "$1" -printf '%y %m %G\n' | sort -u"#
      return Set(
        try Tool.runShell(script, [scratch.path(name)]).output.split(separator: "\n")
          .map(String.init))
    }

    @Test func `the store is the group's to read, and the inbox is not`() throws {
      let group = getegid()

      let outcome = try watch("--group", "\(group)", "--events")

      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
      #expect(try modes("store") == ["d 2750 \(group)", "f 640 \(group)"])
      #expect(
        try modes("in/.sagevoice").allSatisfy { $0.hasPrefix("d 700 ") || $0.hasPrefix("f 600 ") })
      let verified = try Tool.run(["records", "verify", "--store", scratch.path("store")])
      #expect(verified.status == 0, "\(verified.output)")
    }

    @Test func `a group is named as the system knows it`() throws {
      let name = try Tool.runShell(#"id -gn"#).output.split(separator: "\n").first.map(String.init)

      let outcome = try watch("--group", try #require(name))

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try modes("store") == ["d 2750 \(getegid())", "f 640 \(getegid())"])
    }

    @Test(arguments: ["no-such-group", "-5", "4294967295", "12x"])
    func `a group that there is not is refused, and nothing is made`(name: String) throws {
      let outcome = try watch("--group=\(name)")

      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("--group: there is no group \(name)"), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("store")))
    }

    @Test func `a group that the user is no member of is refused`() throws {
      // The superuser may give anything away, so that it becomes another user first.
      let script = """
        run() { "$0" watch "$1" --store "$2" --once --quiet --group 54321; echo "status $?"; }
        if [ "$(id -u)" = 0 ]; then
          mkdir "$3"; cp "$0" "$3/sagevoice"; chmod 755 "$3" "$3/sagevoice"; mkdir "$3/in"
          setpriv --reuid 65534 --regid 65534 --clear-groups "$3/sagevoice" watch "$3/in" \\
            --store "$3/store" --once --quiet --group 54321
          echo "status $?"
          rm -r "$3"
        else
          run "$@"
        fi
        """

      let outcome = try Tool.runShell(
        script,
        [scratch.path("in"), scratch.path("store"), "/tmp/sv-\(UUID().uuidString.prefix(8))"])

      #expect(outcome.output == "status 64\n", "\(outcome.errors)")
      #expect(outcome.errors.contains("no member of the group 54321"), "\(outcome.errors)")
    }
  }
}
