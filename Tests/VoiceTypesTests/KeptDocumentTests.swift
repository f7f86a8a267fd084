// Documents of another build, read back: `Benchmarks/digest.py write --keep FOLDER` makes one of every
// recording, preset and tier.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@Suite struct KeptDocumentTests {
  private static let folder = ProcessInfo.processInfo.environment["SAGEVOICE_DOCUMENTS"]

  /// The document that `json` holds, written again; nil for a schema that has no reader.
  static func rewritten(_ json: JSONValue) throws -> JSONValue? {
    switch json["schema"] {
    case "sagevoice/results/1": try ResultsDocument(json: json).json
    case "sagevoice/index/1": try IndexDocument(json: json).json
    case "sagevoice/baseline/1": try BaselineDocument(json: json).json
    case "sagevoice/comparison/1": try ComparisonDocument(json: json).json
    default: nil
    }
  }

  /// The texts in a file: a document a line, or one alone.
  private static func texts(in file: URL) throws -> [(text: String, layout: JSONLayout)] {
    let text = try String(contentsOf: file, encoding: .utf8)
    guard file.pathExtension == "jsonl" else { return [(String(text.dropLast()), .pretty)] }
    return text.split(separator: "\n").map { (String($0), .compact) }
  }

  @Test(.enabled(if: folder != nil))
  func `stored documents are read and written unchanged`()
    throws
  {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    var count: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      for (text, layout) in try Self.texts(in: folder.appendingPathComponent(name)) {
        let json = try JSONValue(parsing: text)
        let again = try #require(try Self.rewritten(json)?.text(layout), "\(name)")
        // Compared outside of the expectation, which would show both texts whole.
        let isSame = again.utf8.elementsEqual(text.utf8)
        #expect(isSame, "\(name): \(json["recording"]?["name"] ?? .null)")
        count[
          "\(json["schema"]?.stringValue ?? "") \(json["state"]?.stringValue ?? "")", default: 0] +=
          1
      }
    }

    print("documents read back:", count.sorted { $0.key < $1.key })
    #expect(count.values.reduce(0, +) > 0)
  }
}
