// The arrows between modules that Package.swift cannot express, by a scan of import lines.

import Foundation
import TestSupport
import Testing

@Suite struct ArchitectureTests {
  /// The import lines of the Swift files of a target, by module: the files that import it.
  private static func imports(of target: String) throws -> [String: [String]] {
    let folder = Repository.root.appendingPathComponent("Sources/\(target)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    var imports: [String: [String]] = [:]
    for file in files {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for line in text.split(separator: "\n") where line.contains("import ") {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index < 3, words.count == index + 2
        else { continue }
        imports[String(words[index + 1]), default: []].append(file)
      }
    }
    return imports
  }

  private static var targets: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(
        atPath: Repository.root.appendingPathComponent("Sources").path
      ).filter { !$0.hasPrefix("C") || $0 == "CommandSupport" }.sorted()
    }
  }

  @Test func `each C library is imported by one file`() throws {
    var owners: [String: Set<String>] = [:]
    for target in try Self.targets {
      for (module, files) in try Self.imports(of: target)
      where module.hasPrefix("C") && module != "CommandSupport" && module != "ComplexModule" {
        owners[module, default: []].formUnion(files.map { "\(target)/\($0)" })
      }
    }

    #expect(owners.count >= 10)
    for (module, files) in owners { #expect(files.count == 1, "\(module): \(files.sorted())") }
  }

  @Test(arguments: ["DSPCore", "VoiceMath"])
  func `signal processing knows no files, clocks, threads or logs`(target: String) throws {
    let imports = try Self.imports(of: target)

    for module in ["Foundation", "FoundationEssentials", "Glibc", "Logging", "Platform"] {
      #expect(imports[module] == nil, "\(module)")
    }
  }

  @Test func `measuring modules import no storage modules`() throws {
    let storing = [
      "RecordStore", "JobRunner", "Onboarding", "PostgresStore", "VoiceServer", "GRDB",
    ]
    let measuring = [
      "VoiceMath", "VoiceTypes", "Platform", "WAVIngest", "DSPCore", "BaselineService",
      "VoicePipeline", "VoiceReport", "VoiceSynthesis", "CommandSupport", "sagevoice",
    ]
    for target in measuring {
      let imports = try Self.imports(of: target)
      #expect(!imports.isEmpty || target == "VoiceMath")
      for module in storing { #expect(imports[module] == nil, "\(target): \(module)") }
    }
  }

  /// A test file with a helper before its first test that starts the program counts whole.
  @Test func `at most 30 tests start the program`() throws {
    let folder = Repository.root.appendingPathComponent("Tests/CLITests")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Tests.swift") }
    var starting: [String: Int] = [:]
    for file in files {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      let parts = text.components(separatedBy: "@Test").map { $0.contains("ToolProcess.") }
      starting[file] = parts[0] ? parts.count - 1 : parts.count { $0 }
    }

    #expect((1...30).contains(starting.values.reduce(0, +)), "\(starting.filter { $0.value > 0 })")
  }
}
