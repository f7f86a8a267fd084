// A folder for a test, and a store in it.

import Foundation
import TestSupport

@testable import RecordStore

/// A folder that goes when its test does.
final class Scratch: Sendable {
  let path: String

  init() throws {
    let folder = TestFolder.fresh("record-store")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var store: String { "\(path)/store" }
}
