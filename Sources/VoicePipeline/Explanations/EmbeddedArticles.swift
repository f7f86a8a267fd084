// The articles about measures, from the documentation of DSPCore.

internal import EmbeddedFiles

/// The articles about measures, as Markdown.
package enum EmbeddedArticles {
  /// Each under the name by which other articles link to it.
  package static let texts: [(name: String, markdown: String)] = EmbeddedFiles.articles.all.map {
    (
      name: String($0.name.dropLast(".md".count)),
      markdown: String(decoding: $0.bytes, as: UTF8.self)
    )
  }
}
