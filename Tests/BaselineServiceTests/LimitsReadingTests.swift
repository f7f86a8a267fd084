import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct LimitsReadingTests {
  private static let shipped = Result {
    try JSONValue(parsing: String(decoding: EmbeddedLimits.bytes, as: UTF8.self))
  }

  private func read(_ document: JSONValue) throws -> ReferenceLimits {
    try read(document.text(.compact))
  }

  private func read(_ text: String) throws -> ReferenceLimits {
    try ReferenceLimits(reading: Array(text.utf8)) { "\($0.count)" }
  }

  private func faults(_ document: JSONValue) throws -> [FileFault] {
    do {
      _ = try read(document)
      return []
    } catch let error as FileFaults {
      return error.faults
    }
  }

  @Test func `the shipped limits are read with version and fingerprint`() throws {
    let limits = try read(Self.shipped.get())

    #expect(limits.version == "literature-3")
    #expect(Int(limits.sha256) == (try Self.shipped.get().text(.compact).utf8.count))
    #expect(limits.limits.count > 30)
  }

  /// A path in the shipped set, an invalid value, and the place in the error.
  static let wrongValues: [(path: [JSONStep], value: JSONValue, field: String)] = [
    (["schema"], "sagevoice/limits/2", "schema"), (["version"], "", "version"),
    (["version"], 1, "version"), (["limits"], [], "limits"), (["limits"], 1, "limits"),
    (["cautions"], .null, "cautions"), (["minimums"], [], "minimums"), (["extra"], 1, "extra"),
    (["limits", 0], 1, "limits[0]"), (["limits", 0, "measure"], "jitter", "limits[0].measure"),
    (["limits", 0, "kind"], "usual", "limits[0].kind"),
    (["limits", 0, "high"], "0.7", "limits[0].high"),
    (["limits", 0, "high"], .null, "limits[0]"), (["limits", 0, "low"], 2, "limits[0].low"),
    (["limits", 0, "unit"], "dB", "limits[0].unit"),
    (["limits", 0, "bands"], [], "limits[0].bands"),
    (["limits", 0, "bands"], ["18-60"], "limits[0].bands"),
    (["limits", 0, "bands"], ["18-59", "18-59"], "limits[0].bands"),
    (["limits", 0, "category"], "men", "limits[0].category"),
    (["limits", 0, "basis"], "known", "limits[0].basis"),
    (["limits", 0, "citation"], "  ", "limits[0].citation"),
    (["limits", 0, "sample"], "", "limits[0].sample"),
    (["limits", 0, "algorithm"], .null, "limits[0].algorithm"),
    (["limits", 0, "settings"], ["a": 1], "limits[0].settings"),
    (["limits", 0, "settings"], ["a": []], "limits[0].settings"),
    (["limits", 0, "signal_types"], [5], "limits[0].signal_types"),
    (["limits", 0, "label"], 3, "limits[0].label"),
    (["limits", 0, "caution"], "", "limits[0].caution"),
    (["limits", 0, "caution"], ["id": "unknown", "parameters": [:]], "limits[0].caution"),
    (
      ["limits", 0, "caution"], ["id": "edge_between", "parameters": ["1": "1"]],
      "limits[0].caution"
    ),
    (["limits", 0, "speakers"], 0, "limits[0].speakers"),
    (["limits", 0, "quantiles"], [1, 2], "limits[0].quantiles"),
    (["limits", 0, "quantiles"], [1, 2, 3, 5, 4], "limits[0].quantiles"),
    (["limits", 0, "speakers"], .number(8.5), "limits[0].speakers"),
    (["limits", 0, "settings_basis"], "guessed", "limits[0].settings_basis"),
    (["limits", 5, "basis"], "measured", "limits[5].speakers"),
    (["limits", 0, "device"], "car", "limits[0].device"), (["rates"], 1, "rates"),
    (["rates"], [["group": ""]], "rates[0].group"),
    (["limits", 0, "lable"], "x", "limits[0].lable"),
    (["limits", 1, "label"], "published", "limits[1].label"),
    (["limits", 2, "measure"], "jitter.local_percent", "limits[2]"),
    (["cautions", 0, "text"], "", "cautions[0].text"),
    (["cautions", 0, "categories"], ["X"], "cautions[0].categories"),
    (["cautions", 0, "basis"], .null, "cautions[0].basis"),
    (["minimums", 0, "property"], "loudness", "minimums[0].property"),
    (["minimums", 0, "unit"], "dB", "minimums[0].unit"),
    (["minimums", 0, "warn"], 90, "minimums[0].warn"),
    (["minimums", 0, "pass"], .null, "minimums[0].pass"),
    (["minimums", 0, "category"], "M", "minimums"),
    (["minimums", 0, "category"], "M", "minimums[1]"),
    (["minimums", 0, "bands"], ["18-59"], "minimums"),
    (["minimums", 0, "bands"], [], "minimums[0].bands"),
  ]

  @Test(arguments: wrongValues.indices)
  func `a wrong value is named with its place`(index: Int) throws {
    let (path, value, field) = Self.wrongValues[index]

    let faults = try faults(Self.shipped.get().setting(path, to: value))

    #expect(faults.contains { $0.place == field }, "\(faults)")
    #expect(faults.allSatisfy { !$0.found.isEmpty && !$0.allowed.isEmpty })
  }

  @Test(arguments: [
    "measure", "kind", "unit", "bands", "category", "basis", "citation", "sample", "algorithm",
    "label",
  ])
  func `a limit needs this member`(key: String) throws {
    let faults = try faults(Self.shipped.get().removing(["limits", 4, .key(key)]))

    #expect(faults.map(\.place) == ["limits[4].\(key)"])
    #expect(faults.map(\.found) == ["nothing"])
  }

  @Test func `all faults are reported together`() throws {
    let document = try Self.shipped.get()
      .setting(["version"], to: "").setting(["limits", 0, "basis"], to: "x")
      .setting(["limits", 0, "citation"], to: "").setting(["limits", 7, "unit"], to: "kg")
      .setting(["cautions", 1, "text"], to: 1).setting(["minimums", 2, "pass"], to: "y")

    let fields = try faults(document).map(\.place)

    #expect(
      fields == [
        "version", "limits[0].basis", "limits[0].citation", "limits[7].unit", "cautions[1].text",
        "minimums[2].pass",
      ])
  }

  @Test(arguments: ["", "{", "[]", "null", "{\"schema\": 1, \"schema\": 2}", "{} {}"])
  func `a file without limits is one fault of the file`(text: String) throws {
    #expect(throws: FileFaults.self) { try read(text) }
  }

  @Test func `a fault reads as a sentence`() {
    let fault = FileFault("limits[3].high", found: "\"a\"", allowed: "a number")

    #expect(fault.description == "limits[3].high: found \"a\"; allowed: a number")
  }
}
