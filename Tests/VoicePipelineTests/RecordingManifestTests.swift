// Tables of recordings as spreadsheets, data frames and people write them.

import Testing
import VoicePipeline
import VoiceTypes

@Suite struct RecordingManifestTests {
  private func manifest(_ text: String) throws -> RecordingManifest {
    try RecordingManifest(text: text, name: "t.csv")
  }

  private static let plain = "file,person,age\ngood.wav,p1,40\n"

  @Test(arguments: [
    "file;person;age\r\ngood.wav;p1;40\r\n", "file\tperson\tage\ngood.wav\tp1\t40\n",
    "sep=;\r\nfile;person;age\r\ngood.wav;p1;40\r\n", "file,person,age\rgood.wav,p1,40\r",
    "file,person,age\r\ngood.wav,p1,40\r\n,,\r\n ,,\r\n", "\n\nfile,person,age\ngood.wav,p1,40",
    "File, person ,AGE\ngood.wav , p1,40 \n",
    "\"file\";\"person\";\"age\"\n\"good.wav\" ;\"p1\"; \"40\"\n",
    "file,person,age\ngood.wav,p1,40.0\n", "file;person;age\ngood.wav;p1;40,0\n",
    "file,person,age,,\ngood.wav,p1,40,,,\n",
  ])
  func `tables from spreadsheets and data frames are read like plain ones`(text: String) throws {
    let read = try manifest(text)

    #expect(try read == manifest(Self.plain), "\(read)")
    #expect(read.entries.map(\.fault) == [nil])
  }

  @Test func `a field in quotes keeps its separators, blanks and line ends`() throws {
    let read = try manifest("file,person\n\" a, b;c\t.wav \",\"one\r\n\"\"two\"\"\"\n")

    #expect(read.entries.map(\.file) == [" a, b;c\t.wav "])
    #expect(read.entries.map(\.labels) == [["person": "one\r\n\"two\""]])
  }

  @Test(arguments: [
    ("gender_identity", "Woman"), ("gender_identity", "Prefer not to say"),
    ("sex_assigned_at_birth", "FEMALE"), ("voice_reference", "Feminine"),
  ])
  func `choices may have their display names`(column: String, text: String) throws {
    let entry = try #require(try manifest("file,\(column)\na.wav,\(text)\n").entries.first)

    #expect(entry.fault == nil && entry.profile != nil)
  }

  @Test func `an unknown column is named and ignored`() throws {
    let read = try manifest("file,notes,persn\ngood.wav,fine,p1\n")

    #expect(read.entries.map(\.file) == ["good.wav"])
    #expect(read.warnings.count == 3)
    #expect(
      read.warnings[0] == "t.csv, line 1: the column \"notes\" is not known and has no effect")
    #expect(read.warnings[1].contains("\"persn\""))
    #expect(read.warnings[2].contains("person"))
  }

  @Test func `an age without reference limits is measured, and not compared`() throws {
    let read = try manifest("file,age,gender_identity\na.wav,8,woman\nb.wav,13,woman\n")

    #expect(read.entries.map(\.fault) == [nil, nil])
    #expect(read.entries.map { $0.profile?.age?.years } == [nil, 13])
    #expect(read.entries[0].profile == nil)
    #expect(read.warnings.count == 1)
    #expect(read.warnings.first?.hasPrefix("t.csv, line 2, age: reference limits cover") == true)
  }

  @Test(arguments: [
    (",34", "line 3, file: found nothing"), ("b.wav,old", "line 3, age: found \"old\""),
    ("b.wav,-1", "line 3, age"), ("b.wav,121", "line 3, age"), ("b.wav,8.5", "line 3, age"),
    ("b.wav", "line 3: found 1 field; allowed"), ("b.wav,1,2", "line 3: found 3 fields;"),
    ("\"b\".wav,1", "line 3: found text next to"),
    ("\"b.wav,1", "line 3: found an unclosed quotation mark"),
    ("5\" mic.wav,30", "line 3: found text next to"), ("-,30", "line 3, file"),
  ])
  func `a faulty row does not affect the other rows`(row: String, named: String) throws {
    let read = try manifest("file,age\na.wav,30\n\(row)\nc.wav,\"31\"\n")

    #expect(read.entries.map { $0.fault == nil } == [true, false, true])
    #expect(read.entries[1].fault?.description.contains(named) == true, "\(read.entries[1])")
    #expect(read.entries[2].file == "c.wav")
    #expect(read.entries[2].profile?.age?.years == 31)
  }

  @Test func `an open quotation mark costs no row but its own`() throws {
    let read = try manifest("file,person\na.wav,\"p1\nb.wav,p2\nc.wav,\"p3\"\nd.wav,p4\n")

    #expect(read.entries.map { $0.fault == nil } == [false, true, true, true])
    #expect(read.entries.dropFirst().map(\.file) == ["b.wav", "c.wav", "d.wav"])
  }

  @Test(arguments: [
    ("", "a header and a row per recording"), ("file\n", "only a header"),
    ("person\np1\n", "no column file"), ("file,File\na,b\n", "the column file twice"),
    ("\"file\na.wav\n", "unclosed"),
  ])
  func `a faulty header refuses the whole table`(text: String, named: String) {
    let error = #expect(throws: FileFaults.self) { try manifest(text) }

    #expect(error?.description.contains(named) == true)
  }
}
