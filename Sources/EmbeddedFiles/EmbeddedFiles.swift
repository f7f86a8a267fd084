internal import CEmbeddedFiles

/// Embedded files of one kind by name.
package struct EmbeddedFiles: Sendable {
  /// FFTW wisdom by transform size.
  package static let plans = unsafe EmbeddedFiles(embedded_plans())
  /// Sets of reference limits.
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

  /// Names and bytes, ordered by name.
  package let all: [(name: String, bytes: [UInt8])]

  private init(_ list: UnsafePointer<embedded_file>?) {
    var all: [(name: String, bytes: [UInt8])] = []
    // The list is constant and ends with an entry without a name. Each entry has its byte count.
    guard var file = unsafe list else { preconditionFailure("a kind of files has a list") }
    while let name = unsafe file.pointee.name {
      let bytes = unsafe UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count)
      all.append((name: unsafe String(cString: name), bytes: unsafe Array(bytes)))
      unsafe file += 1
    }
    self.all = all.sorted { $0.name < $1.name }
  }

  /// Bytes of an embedded file. The file must exist.
  package subscript(name: String) -> [UInt8] {
    guard let file = all.first(where: { $0.name == name }) else {
      preconditionFailure("\(name) is not embedded")
    }
    return file.bytes
  }
}
