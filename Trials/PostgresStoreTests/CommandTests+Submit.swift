// What is said of recordings that cannot be put on a board, and of names and databases that cannot be used.

import Foundation
import TestSupport
import Testing

extension CommandTests {
  @Test func `what cannot be used is said with a status`() throws {
    let tenant = try run(["submit", "--tenant", "Two Words", Self.voice], as: "login_ingest")
    let away = try run(["status"], as: "login_worker", on: "nowhere")
    let foreign = try run(["submit", "--tenant", "a", Self.voice], as: "login_clinic")

    #expect(tenant.status == 64 && tenant.errors.contains("lower-case letters"), "\(tenant.errors)")
    #expect(away.status == 74)
    #expect(foreign.status == 73, "\(foreign.errors)")
  }

  @Test func `a file that cannot be read keeps no other from the board`() throws {
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
