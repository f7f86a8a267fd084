// Tables of pairs.

import Testing
import VoicePipeline
import VoiceTypes

@Suite struct IndexManifestTests {
  private static func faults(_ text: String) -> [String] {
    do {
      _ = try IndexManifest(text: text, name: "pairs.csv")
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  @Test func `a row is a pair, with a language or without`() throws {
    let manifest = try IndexManifest(
      text: "speech,vowel,language\r\ns1.wav,\"a, 1.wav\",nl\r\n\r\ns2.wav,a2.wav,\r\n", name: "t")

    #expect(manifest.pairs.map(\.vowel) == ["a, 1.wav", "a2.wav"])
    #expect(manifest.pairs.map(\.speech) == ["s1.wav", "s2.wav"])
    #expect(manifest.pairs.map(\.language) == [.dutch, nil])
  }

  @Test(arguments: [
    ("", "a header and a row per pair"), ("vowel,speech\n", "only a header"),
    ("vowel\na.wav\n", "no column speech"),
    ("vowel,speech,vowel\na,b,c\n", "the column vowel twice"),
  ])
  func `a faulty header refuses the whole table`(text: String, named: String) {
    #expect(Self.faults(text).contains { $0.contains(named) }, "\(Self.faults(text))")
  }

  @Test(arguments: [
    ("a", "line 3: found 1 field"), (",b,", "line 3, vowel"), ("a,-,", "line 3, speech: found -"),
    ("a,b,xx", "line 3, language"), ("\"a,b", "closed"),
  ])
  func `a faulty row does not affect the other rows`(row: String, named: String) throws {
    let text = "vowel,speech,language\nv1,s1,nl\n\(row)\nv3,s3,FI\n"

    let manifest = try IndexManifest(text: text, name: "pairs.csv")

    #expect(manifest.pairs.map { $0.fault == nil } == [true, false, true])
    #expect(manifest.pairs[1].fault?.description.contains(named) == true)
    #expect(manifest.pairs[2].language == .finnish)
  }

  @Test func `an unknown column is named and ignored`() throws {
    let manifest = try IndexManifest(text: "vowel;speech;langauge\na;b;nl\n", name: "pairs.csv")

    #expect(manifest.pairs.map(\.language) == [nil])
    #expect(manifest.warnings.first?.contains("langauge") == true)
  }
}
