// Errors of `submit` and `status`: unusable recordings, tenant names and databases.

import Foundation
import TestSupport
import Testing

extension CommandTests {
  @Test func `an invalid tenant, database or role ends with its status`() throws {
    let tenant = try run(["submit", "--tenant", "Two Words", Self.voice], as: "login_ingest")
    let away = try run(["status"], as: "login_worker", on: "nowhere")
    let foreign = try run(["submit", "--tenant", "a", Self.voice], as: "login_clinic")

    #expect(tenant.status == 64 && tenant.errors.contains("lower-case letters"), "\(tenant.errors)")
    #expect(away.status == 74)
    #expect(foreign.status == 73, "\(foreign.errors)")
  }

  @Test func `an unreadable file does not keep other files from the queue`() throws {
    let folder = TestFolder.fresh("sagevoice").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try TestFolder.make(folder)
    try makeStore()
    try Data(#"{"profile": 1}"#.utf8).write(to: URL(fileURLWithPath: folder + "/b.json"))
    try FileManager.default.copyItem(atPath: Self.voice, toPath: folder + "/b.wav")
    let large = folder + "/large.wav"
    let isMade = FileManager.default.createFile(atPath: large, contents: nil)
    try FileHandle(forWritingAtPath: large)?.truncate(atOffset: 1 << 33)

    let missing = try run(
      ["submit", "--tenant", "a", folder + "/nowhere.wav", Self.voice, folder], as: "login_ingest")
    let invalid = try run(
      ["submit", "--tenant", "a", folder + "/b.wav", Self.voice], as: "login_ingest")
    let tooLarge = try run(["submit", "--tenant", "a", large, Self.voice], as: "login_ingest")

    #expect(isMade && (missing.status, tooLarge.status) == (66, 65), "\(missing.errors)")
    #expect(invalid.status == 65 && invalid.errors.contains("b.json"), "\(invalid.errors)")
    #expect(invalid.output.split(separator: "\n").count == 1)
    #expect(missing.output.split(separator: "\n").count == 1)
    #expect(missing.errors.contains("does not exist") && missing.errors.contains("a folder"))
    #expect(tooLarge.output.contains(#""is_new":false"#))
  }
}
