// What Package.swift lists for each target, read from its text: a test starts no processes.

import Foundation
import TestSupport

/// The targets of a manifest and their dependencies.
struct PackageManifest {
  /// The names of the dependencies by the name of the target.
  let dependencies: [String: Set<String>]

  init(text: String) throws {
    let pieces = try Self.pieces(of: text)
    dependencies = Dictionary(
      pieces.compactMap { piece in
        Self.firstMatch(#"name: "([\w-]+)""#, in: piece).map { ($0, Self.dependencies(in: piece)) }
      }, uniquingKeysWith: { $0.union($1) })
  }

  static func ofThisPackage() throws -> PackageManifest {
    let file = Repository.root.appendingPathComponent("Package.swift")
    return try PackageManifest(text: String(contentsOf: file, encoding: .utf8))
  }

  /// From one target to the next.
  private static func pieces(of text: String) throws -> [String] {
    let start = /\.(?:target|executableTarget|testTarget|systemLibrary)\(/
    let starts = text.matches(of: start).map(\.range.lowerBound)
    let ends = starts.dropFirst() + [text.endIndex]
    return zip(starts, ends).map { String(text[$0..<$1]) }
  }

  private static func dependencies(in piece: String) -> Set<String> {
    guard let start = piece.firstRange(of: "dependencies: [")?.upperBound else { return [] }
    let list = piece[start...].prefix { $0 != "]" }
    let product = /\.product\(\s*name: ("\w+"), package: "[\w-]+"(?:, condition: \w+)?\)/
    let products = list.replacing(product) { $0.1 }
    return Set(products.matches(of: /"([\w-]+)"/).map { String($0.1) })
  }

  private static func firstMatch(_ pattern: String, in text: String) -> String? {
    guard let regex = try? Regex(pattern, as: (Substring, Substring).self) else { return nil }
    return text.firstMatch(of: regex).map { String($0.1) }
  }
}
