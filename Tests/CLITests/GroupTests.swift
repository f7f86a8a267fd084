// `sagevoice watch --file-group`: a second user reads the files of the watch.

import Foundation
import TestSupport
import Testing

extension CommandLineTests {
  @Suite struct GroupTests {
    private let scratch = Scratch()

    init() throws { _ = try scratch.voice("in/a.wav") }

    private func watch(_ options: String...) async throws -> Tool.Outcome {
      try await scratch.watchOnce(["--tier", "quick"] + options)
    }

    /// Modes and groups below a folder, by kind.
    private func modes(_ name: String) throws -> Set<String> {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: scratch.path(name))
      return Set(
        ([""] + paths).compactMap { path in
          // SQLite removes its files next to the index after the last close.
          guard
            let facts = try? FileManager.default.attributesOfItem(
              atPath: scratch.path("\(name)/\(path)"))
          else { return nil }
          let kind = facts[.type] as? FileAttributeType == .typeDirectory ? "d" : "f"
          let mode = (facts[.posixPermissions] as? NSNumber)?.uint32Value ?? 0
          return "\(kind) \(String(mode, radix: 8)) \(facts[.groupOwnerAccountID] ?? "")"
        })
    }

    @Test func `the store is the group's to read, and the inbox is not`() async throws {
      let group = getegid()

      let outcome = try await watch("--file-group", "\(group)", "--events")

      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
      #expect(try modes("store") == ["d 2750 \(group)", "f 640 \(group)"])
      #expect(
        try modes("in/.sagevoice").allSatisfy { $0.hasPrefix("d 700 ") || $0.hasPrefix("f 600 ") })
      let verified = try await Tool.run(["records", "verify", "--store", scratch.path("store")])
      #expect(verified.status == 0, "\(verified.output)")
    }

    @Test(arguments: ["no-such-group", "-5", "4294967295", "12x"])
    func `an unknown group is refused and no store is created`(name: String) async throws {
      let outcome = try await watch("--file-group=\(name)")

      #expect(outcome.status == 64)
      #expect(
        outcome.errors.contains("--file-group: there is no group \(name)"), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("store")))
    }

    @Test func `a group that the user is no member of is refused`() throws {
      // The superuser may give anything away, so that it becomes another user first.
      let script = """
        run() { "$0" watch "$1" --store "$2" --create --once --quiet --file-group 54321; echo "status $?"; }
        if [ "$(id -u)" = 0 ]; then
          mkdir "$3"; cp "$0" "$0-server" "$3"; chmod 755 "$3" "$3"/*; mkdir "$3/in"
          setpriv --reuid 65534 --regid 65534 --clear-groups "$3/sagevoice" watch "$3/in" \\
            --store "$3/store" --create --once --quiet --file-group 54321
          echo "status $?"
          rm -r "$3"
        else
          run "$@"
        fi
        """

      let outcome = try ToolProcess.runShell(
        script,
        [scratch.path("in"), scratch.path("store"), "/tmp/sv-\(UUID().uuidString.prefix(8))"])

      #expect(outcome.output == "status 64\n", "\(outcome.errors)")
      #expect(outcome.errors.contains("not a member of the group 54321"), "\(outcome.errors)")
    }
  }
}
