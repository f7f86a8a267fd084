import TestSupport
import Testing

@Suite struct ImportTests {
  private func files(of target: String) throws -> [SwiftSource] {
    try Sources.all().filter { $0.path.hasPrefix("Sources/\(target)/") }
  }

  private func row(_ target: String) throws -> AllowedImports {
    try #require(AllowedImports.table.first { $0.target == target })
  }

  @Test func `every folder of sources has a row in the table`() throws {
    let folders = try Sources.all().map { $0.path.split(separator: "/")[1] }

    #expect(Set(folders.map(String.init)) == Set(AllowedImports.table.map(\.target)))
  }

  @Test(arguments: AllowedImports.table.map(\.target))
  func `no file imports what its target may not`(target: String) throws {
    let row = try row(target)
    for file in try files(of: target) {
      #expect(row.forbiddenImports(in: file) == [], "\(file.path)")
    }
  }

  @Test(arguments: AllowedImports.table.map(\.target))
  func `every exception for a file is in use`(target: String) throws {
    let files = try files(of: target)
    for (module, names) in try row(target).inFiles {
      let users = files.filter { $0.imports.contains(module) }
        .map { String($0.path.dropFirst("Sources/\(target)/".count)) }
      #expect(Set(users) == names, "\(module)")
    }
  }

  @Test(arguments: [
    ("VoiceTypes", "Measure.swift", "Foundation"), ("DSPCore", "VoiceAnalyzer.swift", "CFFTW"),
    ("DSPCore", "FFT/Other.swift", "WAVIngest"), ("WAVIngest", "WAVReader.swift", "CSndFile"),
    ("VoicePipeline", "VoicePipeline.swift", "Glibc"),
    ("sagevoice", "Analyze/Batch.swift", "Crypto"),
  ])
  func `a planted import is found`(target: String, name: String, module: String) throws {
    let file = SwiftSource(
      path: "Sources/\(target)/\(name)", text: "import VoiceTypes\npublic import \(module)\n")

    #expect(try row(target).forbiddenImports(in: file).contains(module))
  }

  @Test func `an exception holds for its file`() throws {
    let file = SwiftSource(
      path: "Sources/DSPCore/FFT/RealFFT.swift", text: "internal import CFFTW")

    #expect(try row("DSPCore").forbiddenImports(in: file) == [])
  }
}
