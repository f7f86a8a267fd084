// The lists of `CEmbeddedFiles` are written by hand and must equal the folders.

import EmbeddedFiles
import Foundation
import TestSupport
import Testing

@Suite struct EmbeddedFilesTests {
  @Test(arguments: [
    ("DSPCore/FFT/Plans", EmbeddedFiles.plans),
    ("../Documentation/Measures", EmbeddedFiles.articles),
    ("VoiceServer/Page/Files", EmbeddedFiles.page),
    ("VoiceServer/People/Passwords", EmbeddedFiles.passwords),
    ("PostgresStore/Schema/Migrations", EmbeddedFiles.migrations),
  ])
  func `every file of a folder is embedded unchanged`(folder: String, files: EmbeddedFiles) throws {
    let url = Repository.root.appendingPathComponent("Sources/\(folder)")
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path)

    #expect(files.all.map(\.name) == names.sorted())
    for file in files.all {
      #expect(try Data(file.bytes) == Data(contentsOf: url.appendingPathComponent(file.name)))
    }
  }

  @Test func `each problem has one entry of FFTW wisdom`() {
    let entries = EmbeddedFiles.plans.all.flatMap { file in
      String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").filter {
        $0.hasPrefix("  (")
      }
    }
    // An entry ends with the hash of its problem, four numbers.
    let problems = entries.map { $0.split(separator: " ").suffix(4).joined(separator: " ") }

    #expect(problems.count > 500)
    #expect(Set(problems).count == problems.count)
  }

  @Test func `limits and cut-offs are embedded unchanged`() throws {
    let folders = [
      "cut-offs.json": "VoiceTypes/Index", "measured-limits.json": "BaselineService/Limits",
      "reference-limits.json": "BaselineService/Limits",
    ]

    #expect(EmbeddedFiles.limits.all.map(\.name) == folders.keys.sorted())
    for file in EmbeddedFiles.limits.all {
      let path = "Sources/\(folders[file.name] ?? "")/\(file.name)"
      #expect(
        try Data(file.bytes) == Data(contentsOf: Repository.root.appendingPathComponent(path)))
    }
  }

  @Test func `every file of texts is embedded`() throws {
    let url = Repository.root.appendingPathComponent("Texts")
    let names = try ["de", "en"].flatMap { language in
      try FileManager.default.contentsOfDirectory(
        atPath: url.appendingPathComponent(language).path
      ).map { "\(language)/\($0)" }
    }

    #expect(EmbeddedFiles.texts.all.map(\.name) == names.sorted())
    for file in EmbeddedFiles.texts.all {
      #expect(try Data(file.bytes) == Data(contentsOf: url.appendingPathComponent(file.name)))
    }
  }
}
