import BaselineService
import Testing
import VoiceTypes

@Suite struct SpeakerManifestTests {
  private static let header = "file,speaker,sex,age,health"

  private func faults(_ text: String) -> [String] {
    do {
      _ = try SpeakerManifest(text: text, name: "m.csv")
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  @Test func `rows are read, further columns passed over and gaps kept as gaps`() throws {
    let hash = String(repeating: "0a", count: 32)
    let manifest = try SpeakerManifest(
      text: "speaker,notes,file,age,sex,health,sha256\r\n"
        + "s1,\"a, b\",x/a.wav,34,f,well,\(hash)\r\ns2,,b.wav,,,,\r\n",
      name: "m.csv")

    #expect(manifest.rows.map(\.file) == ["x/a.wav", "b.wav"])
    #expect(manifest.rows.map(\.speaker) == ["s1", "s2"])
    #expect(manifest.rows.map(\.sex) == [.feminine, nil])
    #expect(manifest.rows.map(\.age) == [34, nil])
    #expect(manifest.rows.map(\.health) == ["well", ""])
    #expect(manifest.rows.map(\.sha256) == [hash, nil])
  }

  @Test func `rows with a fault are left out, each with its line and column`() throws {
    let manifest = try SpeakerManifest(
      text: """
        \(Self.header),sha256
        ,s1,f,30,well,
        a.wav,s2,x,30,well,
        b.wav,s1,female,30.0,well,
        c.wav,s1,f,30
        d.wav,s1,f,30,well,123
        b.wav,s1,f,30,well,
        e.wav,s1,f,131,well,
        f.wav,s3,f,30,well,
        g.wav,s3,m,30,well,
        h.wav,s4,M,,well,
        """, name: "m.csv")

    #expect(
      manifest.faults.map(\.description) == [
        "m.csv, line 2, file: found nothing; allowed: a text",
        "m.csv, line 3, sex: found \"x\"; allowed: f, m, or empty if unknown",
        "m.csv, line 5: found 4 fields; allowed: 6, as in the header",
        "m.csv, line 6, sha256: found \"123\"; allowed: 64 lower-case hexadecimal digits",
        "m.csv, line 7: found \"b.wav\" a second time; allowed: each file once",
        "m.csv, line 8, age: found \"131\"; allowed: a whole number from 0 to 130, in years, or "
          + "empty if unknown",
        "m.csv, line 10, sex: found a second sex for speaker \"s3\"; allowed: one sex for all "
          + "recordings of a speaker",
      ])
    // Of a speaker with two sexes neither may be the right one.
    #expect(manifest.rows.map(\.file) == ["b.wav", "h.wav"])
  }

  @Test(arguments: [
    ("", 1), ("file,speaker\n", 3), ("\(header),file\n", 1), ("a\"b\n", 1), ("\"a\n", 1),
  ])
  func `a table without its columns is a fault`(text: String, count: Int) {
    #expect(faults(text).count == count, "\(faults(text))")
  }
}
