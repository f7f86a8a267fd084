internal import CEmbeddedFiles

/// Embedded files of one kind by name.
@safe
package struct EmbeddedFiles: @unchecked Sendable {
  /// FFTW wisdom by transform size.
  package static let plans = unsafe EmbeddedFiles(embedded_plans())
  /// Sets of reference limits, and the cut-offs of indices.
  package static let limits = unsafe EmbeddedFiles(embedded_limits())
  /// JSON Schemas of document formats that are read but no longer written.
  package static let schemas = unsafe EmbeddedFiles(embedded_schemas())
  /// Markdown articles about measures.
  package static let articles = unsafe EmbeddedFiles(embedded_articles())
  /// Files of the onboarding page and the staff page.
  package static let page = unsafe EmbeddedFiles(embedded_page())
  /// Common passwords with their licence.
  package static let passwords = unsafe EmbeddedFiles(embedded_passwords())
  /// Migrations of the PostgreSQL schema.
  package static let migrations = unsafe EmbeddedFiles(embedded_migrations())

  /// The texts for people, `<language>/<area>.json`.
  package static let texts = unsafe EmbeddedFiles(embedded_texts())

  /// The list is constant and ends with an entry without a name. Each entry has its byte count.
  private let list: UnsafePointer<embedded_file>

  private init(_ list: UnsafePointer<embedded_file>?) {
    guard let list = unsafe list else { preconditionFailure("a kind of files has a list") }
    unsafe self.list = list
  }

  /// Names and bytes, ordered by name.
  package var all: [(name: String, bytes: [UInt8])] {
    files { _ in true }.sorted { $0.name < $1.name }
  }

  /// Bytes of an embedded file. The file must exist.
  package subscript(name: String) -> [UInt8] {
    guard let file = files(where: { $0 == name }).first else {
      preconditionFailure("\(name) is not embedded")
    }
    return file.bytes
  }

  private func files(where isWanted: (String) -> Bool) -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = []
    var file = unsafe list
    while let characters = unsafe file.pointee.name {
      let name = unsafe String(cString: characters)
      if isWanted(name) {
        let bytes = unsafe UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count)
        files.append((name: name, bytes: unsafe Array(bytes)))
      }
      unsafe file += 1
    }
    return files
  }
}
