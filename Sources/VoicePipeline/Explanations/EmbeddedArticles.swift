internal import EmbeddedFiles

/// Markdown articles about measures, embedded from the documentation of DSPCore.
package enum EmbeddedArticles {
  /// Articles by link name.
  package static let texts: [(name: String, markdown: String)] = EmbeddedFiles.articles.all.map {
    (
      name: String($0.name.dropLast(".md".count)),
      markdown: String(decoding: $0.bytes, as: UTF8.self)
    )
  }
}
