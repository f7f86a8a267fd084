// Tables of pairs.

import Testing
import VoicePipeline
import VoiceTypes

@Suite struct AVQIManifestTests {
  private static func faults(_ text: String) -> [String] {
    do {
      _ = try AVQIManifest(text: text, name: "pairs.csv")
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  @Test func `a row is a pair, with a language or without`() throws {
    let manifest = try AVQIManifest(
      text: "speech,vowel,language\r\ns1.wav,\"a, 1.wav\",nl\r\n\r\ns2.wav,a2.wav,\r\n", name: "t")

    #expect(manifest.pairs.map(\.vowel) == ["a, 1.wav", "a2.wav"])
    #expect(manifest.pairs.map(\.speech) == ["s1.wav", "s2.wav"])
    #expect(manifest.pairs.map(\.language) == [.dutch, nil])
  }

  @Test(arguments: [
    ("", "a header and a row per pair"), ("vowel,speech\n", "a header alone"),
    ("vowel\na.wav\n", "no column speech"), ("vowel,speech,langauge\na,b,nl\n", "langauge"),
    ("vowel,speech,vowel\na,b,c\n", "the column vowel twice"),
    ("vowel,speech\na\n", "line 2: found 1 fields"), ("vowel,speech\n,b\n", "line 2, vowel"),
    ("vowel,speech\na,-\n", "line 2, speech: found -"),
    ("vowel,speech,language\na,b,xx\n", "line 2, language"), ("vowel,speech\n\"a,b\n", "closed"),
  ])
  func `what is wrong is named with its line`(text: String, named: String) {
    #expect(Self.faults(text).contains { $0.contains(named) }, "\(Self.faults(text))")
  }

  @Test func `every fault is named at once`() {
    #expect(Self.faults("vowel,speech,language\n,b,nl\na,b,xx\n").count == 2)
  }
}
