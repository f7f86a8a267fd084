import BaselineService
import Testing
import VoiceTypes

@Suite struct RecordingNotesTests {
  @Test func `a file beside a recording is read`() throws {
    let notes = try RecordingNotes(
      json: [
        "session_id": "S1", "recorded_at": "2026-01-31T09:30:00Z", "device_model": "phone",
        "flags": ["smoking", "cold"], "mood": 3,
      ], from: "a.json")

    #expect(notes.sessionID == "S1")
    #expect(notes.recordedAt == RecordedTime("2026-01-31T09:30:00Z"))
    #expect(notes.deviceModel == "phone")
    #expect(notes.flags == [.cold, .smoking])
    #expect(notes.unknownKeys == ["mood"])
  }

  @Test func `nothing needs to be told`() throws {
    #expect(try RecordingNotes(json: [:], from: "a.json") == RecordingNotes())
    #expect(try RecordingNotes(json: ["session_id": .null], from: "a.json") == RecordingNotes())
  }

  static let broken: [JSONValue] = [
    1, [], "a", ["session_id": ""], ["session_id": 1], ["recorded_at": "2026-01-31"],
    ["device_model": false], ["flags": "cold"], ["flags": ["headache"]],
  ]

  @Test(arguments: broken.indices)
  func `a malformed file is not read`(index: Int) {
    let fault = #expect(throws: FileFault.self) {
      try RecordingNotes(json: Self.broken[index], from: "a.json")
    }

    #expect(fault?.place.hasPrefix("a.json") == true)
  }

  private let table = """
    file,session_id,recorded_at,device,flags\r
    a.wav,S1,2026-01-31T09:30:00Z,"phone, ""old"" one",\r
    "x/b.wav",S1,2026-01-31T09:31:00Z,,medicine;cold\r

    """

  @Test func `a table is read, and recordings are found by path or name`() throws {
    let sessions = try SessionTable(text: table, name: "s.csv")

    #expect(sessions.notes(for: "a.wav")?.deviceModel == "phone, \"old\" one")
    #expect(sessions.notes(for: "/home/me/a.wav")?.sessionID == "S1")
    #expect(sessions.notes(for: "x/b.wav")?.flags == [.cold, .medicine])
    #expect(sessions.notes(for: "x/b.wav")?.deviceModel == nil)
    #expect(sessions.notes(for: "b.wav") == nil)
    #expect(sessions.notes(for: "other-a.wav") == nil)
  }

  @Test func `a column that is not known is named and has no effect`() throws {
    let sessions = try SessionTable(
      text: "file;session_id;recorded_at;mood\na.wav;S1;2026-01-31T09:30:00Z;good\n", name: "s.csv")

    #expect(sessions.notes(for: "a.wav")?.sessionID == "S1")
    #expect(sessions.warnings.first?.contains("mood") == true)
  }

  @Test(arguments: [
    ("", 1), ("file,session_id\n", 1),
    ("file,file,session_id,recorded_at\n", 1),
    ("file,session_id,recorded_at\na.wav,S1\nb.wav,S1,now\n,S1,2026-01-31T09:30:00Z\n", 3),
    ("file,session_id,recorded_at\na.wav,,2026-01-31T09:30:00Z\n", 1),
    (
      "file,session_id,recorded_at\na.wav,S,2026-01-31T09:30:00Z\na.wav,S,2026-01-31T09:30:00Z\n", 1
    ),
    ("file,session_id,recorded_at\n\"a.wav,S1,2026-01-31T09:30:00Z\n", 1),
    ("file,session_id,recorded_at\n\"a\".wav,S1,2026-01-31T09:30:00Z\n", 1),
    ("file,session_id,recorded_at,flags\na.wav,S1,2026-01-31T09:30:00Z,gout\n", 1),
  ])
  func `a malformed table is not read, and every fault is named`(text: String, faults: Int) {
    let error = #expect(throws: FileFaults.self) { try SessionTable(text: text, name: "s.csv") }

    #expect(error?.faults.count == faults)
    #expect(error?.faults.allSatisfy { $0.place.hasPrefix("s.csv") } == true)
  }
}
