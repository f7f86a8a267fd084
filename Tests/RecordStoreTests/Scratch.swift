// A folder for a test, and a store in it.

import Foundation
import TestSupport

@testable import RecordStore

/// A folder that is deleted with its test.
final class Scratch: Sendable {
  let path: String

  init() throws {
    let folder = TestFolder.fresh("record-store")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var store: String { "\(path)/store" }

  /// A file to quarantine.
  func failed(
    _ bytes: [UInt8], _ name: String = "x.wav", of session: SessionID? = nil
  ) throws -> QuarantinedFile {
    let source = "\(path)/source"
    try POSIXFileSystem().replace(source, with: bytes, durability: .eventual)
    return QuarantinedFile(
      source: source, name: name, fault: ContractedStore.fault, session: session)
  }

  /// The paths of all files and folders below a folder.
  static func paths(below folder: String) throws -> [String] {
    let files = POSIXFileSystem()
    return try files.list(folder).flatMap { name -> [String] in
      let child = "\(folder)/\(name)"
      let isFolder = try files.facts(of: child)?.kind == .folder
      return [child] + (isFolder ? try paths(below: child) : [])
    }
  }

  /// The bytes of all files below a folder by their paths.
  static func tree(_ folder: String) throws -> [String: [UInt8]] {
    let files = POSIXFileSystem()
    var found: [String: [UInt8]] = [:]
    for name in try files.list(folder) {
      let path = "\(folder)/\(name)"
      if try files.facts(of: path)?.kind == .folder {
        for (below, bytes) in try tree(path) { found["\(name)/\(below)"] = bytes }
      } else {
        found[name] = try files.read(path)
      }
    }
    return found
  }
}
