import Testing
import VoiceTypes

@Suite struct FilePatternTests {
  @Test(arguments: [
    ("*.part", "a.wav.part", true), ("*.part", "a.wav", false), ("*", "", true), ("*", "x", true),
    ("a?c", "abc", true), ("a?c", "ac", false), ("[ab]x", "bx", true), ("[!ab]x", "bx", false),
    ("[a-c]*", "cat", true), ("[a-c]*", "dog", false), ("*~", "a.wav~", true),
    ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXbYbZ", false), ("[", "[", true), ("[]x]", "]", true),
    ("*\n*", "a\nb", true), ("", "", true), ("", "a", false), ("**a", "ba", true),
    ("?", "é", true), ("*_a_n.wav", "svd_1_a_n.wav", true),
    ("*_a_n.wav", "svd_1_a_n_egg.wav", false), ("?_a.wav", "_a.wav", false),
    ("a.wav", "aXwav", false), ("**", "x/y", true), ("a*|*b", "xb", true), ("a*|*b", "xc", false),
    ("[|]", "|", true), ("a|", "", true),
  ])
  func `a pattern matches whole names as a shell does`(
    pattern: String, name: String, matches: Bool
  ) {
    #expect(FilePattern(pattern).matches(name) == matches)
    #expect(FilePattern(pattern, letters: .ofAnyCase).matches(name) == matches)
  }

  @Test(arguments: [("THUMBS.DB", "Thumbs.db"), ("é*", "É.wav"), ("[a-c]*", "CAT")])
  func `letters of another case match where they may`(pattern: String, name: String) {
    #expect(FilePattern(pattern, letters: .ofAnyCase).matches(name))
    #expect(!FilePattern(pattern).matches(name))
  }
}
