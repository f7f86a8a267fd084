// Where commands take the key of an encrypted store from.

import Foundation
import RecordStore
import TestSupport
import Testing

extension CommandLineTests {
  @Suite struct KeyChoiceTests {
    private let fixture = RecordsFixture()
    private let key: String

    init() async throws {
      key = try fixture.key()
      try await fixture.file("v.wav", of: "anna@example.org", key: key)
    }

    private var list: [String] { ["records", "list", "--store", fixture.path] }

    @Test func `a key from a descriptor can open the store twice`() async throws {
      let reindex = ["records", "reindex", "--store", fixture.path]
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: key))
      let ends = Pipe()
      try ends.fileHandleForWriting.write(contentsOf: Data(fixture.scratch.bytes(of: "key")))
      try ends.fileHandleForWriting.close()

      let file = try await Tool.run(list + ["--key-fd", "\(handle.fileDescriptor)"])
      let pipe = try await Tool.run(
        reindex + ["--key-fd", "\(ends.fileHandleForReading.fileDescriptor)"])
      let closed = try await Tool.run(list + ["--key-fd", "9999"])

      #expect(file.status == 0 && pipe.status == 0, "\(file.errors)\(pipe.errors)")
      #expect(try file.document.recordingName == "v.wav")
      #expect(closed.status == 65 && closed.errors.contains("descriptor 9999"))
    }

    @Test func `two key options are refused`() async throws {
      let outcome = try await Tool.run(list + ["--key-fd", "0", "--key-file", key])

      #expect(outcome.status == 64 && outcome.errors.contains("choose one"))
      #expect(try await Tool.run(list + ["--key-fd", "-1"]).status == 64)
    }

    @Test func `a key variable refuses standard input, unless an option gives the key`()
      async throws
    {
      let variable = ["SAGEVOICE_KEY_FILE": "-"]
      let queue = ["work", "--once", "--database", "postgresql:///sagevoice?host=/nowhere"]

      let refused = try await Tool.run(list, with: variable)
      let overridden = try await Tool.run(list + ["--key-file", key], with: variable)
      let ofQueue = try await Tool.run(queue, with: variable)

      #expect(refused.status == 64 && refused.errors.contains("SAGEVOICE_KEY_FILE: name a file"))
      #expect(overridden.status == 0, "\(overridden.errors)")
      #expect(ofQueue.status == 64 && ofQueue.errors.contains("SAGEVOICE_KEY_FILE: name"))
    }

    @Test func `a mounted secret is found through its link`() async throws {
      let link = fixture.scratch.path("mounted")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: key)

      #expect(try await Tool.run(list + ["--key-file", link]).status == 0)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
      #expect(try await Tool.run(list + ["--key-file", link]).status == 65)
    }

    @Test func `a missing key file gives status 66`() async throws {
      let outcome = try await Tool.run(list + ["--key-file", fixture.scratch.path("no.key")])

      #expect(outcome.status == 66 && outcome.errors.contains("the file does not exist"))
    }

    @Test func `the credential of a unit is the last default`() async throws {
      let folder = fixture.scratch.path("credentials")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: key, toPath: folder + "/sagevoice-key")
      let wrong = try fixture.key("other", 8)
      let none = fixture.scratch.path("none")

      let given = try await Tool.run(list, with: ["CREDENTIALS_DIRECTORY": folder])
      let hidden = try await Tool.run(
        list, with: ["CREDENTIALS_DIRECTORY": folder, "SAGEVOICE_KEY_FILE": wrong])
      let missing = try await Tool.run(list, with: ["CREDENTIALS_DIRECTORY": none])

      #expect(given.status == 0, "\(given.errors)")
      #expect(hidden.errors.contains("another key"))
      #expect(missing.errors.contains("--key-fd"))
    }
  }
}
