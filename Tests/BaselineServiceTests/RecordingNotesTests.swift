import BaselineService
import Testing
import VoiceTypes

@Suite struct RecordingNotesTests {
  @Test func `the notes file of a recording is read`() throws {
    let notes = try RecordingMetadata(
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

  @Test func `all notes of a recording are optional`() throws {
    #expect(try RecordingMetadata(json: [:], from: "a.json") == RecordingMetadata())
    #expect(
      try RecordingMetadata(json: ["session_id": .null], from: "a.json") == RecordingMetadata())
  }

  static let broken: [JSONValue] = [
    1, [], "a", ["session_id": ""], ["session_id": 1], ["recorded_at": "2026-01-31"],
    ["device_model": false], ["flags": "cold"], ["flags": ["headache"]],
    ["calibration_db": 59], ["calibration_db": "120"], ["task": "sustained_s", "vowel": "a"],
    ["task": "maximum_phonation", "language": "en"],
  ]

  @Test(arguments: broken.indices)
  func `a malformed file is not read`(index: Int) {
    let fault = #expect(throws: FileFault.self) {
      try RecordingMetadata(json: Self.broken[index], from: "a.json")
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

  @Test func `an unknown column is named and ignored`() throws {
    let sessions = try SessionTable(
      text: "file;session_id;recorded_at;mood\na.wav;S1;2026-01-31T09:30:00Z;good\n", name: "s.csv")

    #expect(sessions.notes(for: "a.wav")?.sessionID == "S1")
    #expect(sessions.warnings.first?.contains("mood") == true)
  }

  @Test(arguments: [
    "", "file,session_id\n", "file,file,session_id,recorded_at\n",
  ])
  func `a table with a malformed header is not read, and the fault is named`(text: String) {
    let error = #expect(throws: FileFaults.self) { try SessionTable(text: text, name: "s.csv") }

    #expect(error?.faults.count == 1)
    #expect(error?.faults.allSatisfy { $0.place.hasPrefix("s.csv") } == true)
  }

  @Test(arguments: [
    ("a.wav,S1", true), ("a.wav,S1,now", true), (",S1,2026-01-31T09:30:00Z", false),
    ("a.wav,,2026-01-31T09:30:00Z", true), ("b.wav,S,2026-01-31T09:30:00Z", false),
    ("\"a\".wav,S1,2026-01-31T09:30:00Z", true),
  ])
  func `a row with a fault is named and refuses its recording alone`(
    row: String, namesFile: Bool
  ) throws {
    let sessions = try SessionTable(
      text: "file,session_id,recorded_at\nb.wav,S1,2026-01-31T09:30:00Z\n\(row)\n", name: "s.csv")

    #expect(sessions.faults.map(\.place).count { $0.hasPrefix("s.csv, line 3") } == 1)
    #expect(sessions.faults.count == 1)
    #expect(sessions.refuses("a.wav") == namesFile)
    #expect(sessions.notes(for: "a.wav") == nil)
    #expect(sessions.notes(for: "b.wav")?.sessionID == "S1" && !sessions.refuses("b.wav"))
  }
}
