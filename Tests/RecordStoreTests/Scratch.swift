// A folder for a test, and a store in it.

import Foundation
import TestSupport

@testable import RecordStore

/// A folder that goes when its test does.
final class Scratch: Sendable {
  let path: String

  init() throws {
    // In memory where there is such a folder: nothing here outlives its test, and thousands of
    // steps are made durable.
    let memory = URL(fileURLWithPath: "/dev/shm")
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let folder = (isThere ? memory : FileManager.default.temporaryDirectory)
      .appendingPathComponent("record-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var store: String { "\(path)/store" }
}
