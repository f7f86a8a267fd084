// Temporary folders of tests.

package import Foundation

/// Temporary folders of tests.
package enum TestFolder {
  /// In memory if it has space for all tests at once, else on disk. Tests create and delete a hundred thousand files,
  /// which is slow on a disk.
  package static let root: URL = {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let facts = try? FileManager.default.attributesOfFileSystem(forPath: memory.path)
    let free = (facts?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
    let isFit = free >= 4_000_000_000 && FileManager.default.isWritableFile(atPath: memory.path)
    return isFit ? memory : FileManager.default.temporaryDirectory
  }()

  /// An unused path.
  package static func fresh(_ prefix: String) -> URL {
    root.appendingPathComponent("\(prefix)-\(UUID().uuidString)")
  }

  /// Makes a folder with its parents, without write access for others under any umask. Other tests
  /// change the umask of this process meanwhile.
  package static func make(_ path: String) throws {
    let files = FileManager.default
    guard !files.fileExists(atPath: path) else { return }
    try make((path as NSString).deletingLastPathComponent)
    try files.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  }
}
