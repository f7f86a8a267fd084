// The reader of sources against planted sources: the other suites lean on it.

import TestSupport
import Testing

@Suite struct SwiftSourceTests {
  private func source(_ text: String) -> SwiftSource {
    SwiftSource(path: "Sources/X.swift", text: text)
  }

  @Test(arguments: [
    ("a // unsafe", "a "), ("a /* unsafe /* b */ c */ d", "a  d"), ("f(\"unsafe\")", "f(\"\")"),
    ("\"a\\\"b\" c", "\"\" c"), ("#\"a\"b\"# c", "\"\" c"),
    ("\"\\(x + \"y\")z\"", "\"(x + \"\")\""),
    ("\"\"\"\n  a \"b\" c\n  \"\"\" d", "\"\n\n\" d"), ("\"// no comment\"", "\"\""),
    ("\"\\(f(1))\" g", "\"(f(1))\" g"), ("#\"\\(x)\"#", "\"\""), ("#\"\\#(x)\"#", "\"(x)\""),
  ])
  func `code is what is neither comment nor string`(text: String, code: String) {
    #expect(source(text).code == code)
  }

  @Test func `literals are the strings with their lines`() {
    let literals = source("f(\"one\")\ng(\"t\\(w(\"in\"))o\") // \"not\"").literals

    #expect(
      literals == [
        .init(text: "one", line: 1), .init(text: "in", line: 2), .init(text: "to", line: 2),
      ])
  }

  @Test func `lines keep their numbers behind comments and long strings`() throws {
    let text = "/* one\ntwo */\nlet a = \"\"\"\n  b\n  \"\"\"\nunsafe"

    #expect(try source(text).lines(matching: "unsafe") == [6])
  }

  @Test func `imports are found in every form`() {
    let text = """
      import A
      public import B
      @preconcurrency internal import C
      import struct.D
      // import E
      let importF = 1
      """

    #expect(source(text).imports == ["A", "B", "C", "struct"])
  }

  @Test func `the sources have no regex literals, which this reader does not know`() throws {
    for file in try Sources.all() {
      #expect(try file.lines(matching: #"[=(,:]\s*#*/[^/*\s]"#) == [], "\(file.path)")
    }
  }
}
