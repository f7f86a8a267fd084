import VoiceTypes

/// Result of a lookup by name.
public enum ExplanationLookup: Sendable {
  /// Explanation of one measure.
  case measure(Explanation)
  /// Measures of a group with their articles; no measures for an article alone.
  case group([Explanation], articles: [ArticleText])
  /// Unknown name with the nearest known names.
  case unknown(near: [String])
}

/// Article as plain text without the sections about single measures.
public struct ArticleText: Sendable, Equatable {
  /// Title, which is also the first line of the text.
  public let title: String

  /// Plain text.
  public let text: String
}

/// Explanations of all measures.
public struct ExplanationLibrary: Sendable {
  private static let nearestCount = 5

  /// Article with the general list of reason codes.
  private static let generalArticle = "WhenAMeasureIsUnavailable"

  private let articles: [Article]

  /// Measures in document order, then other explained keys.
  public let explanations: [Explanation]

  /// General meanings of the reason codes.
  public let reasons: [Explanation.Reason]

  /// Creates the library of the embedded articles.
  public init() { self.init(EmbeddedArticles.texts) }

  /// Creates a library from Markdown articles with their link names.
  package init(_ texts: [(name: String, markdown: String)]) {
    let articles = texts.map { Article(name: $0.name, markdown: $0.markdown) }
    let general = articles.first { $0.name == Self.generalArticle }
    let reasons = Explanation.Reason.list(general?.sharedLines("Codes") ?? [])
    let found = articles.flatMap { article in
      article.keys.map { key in
        Explanation(key, in: article, general: reasons)
      }
    }
    let measures = Measure.allCases.compactMap { measure in
      found.first { $0.name == measure.rawValue }
    }
    self.articles = articles
    self.reasons = reasons
    explanations = measures + found.filter { Measure(rawValue: $0.name) == nil }
  }

  /// Groups in document order.
  public var groups: [String] {
    explanations.map(\.group).reduce(into: []) { groups, group in
      if !groups.contains(group) { groups.append(group) }
    }
  }

  /// Looks up a name, ignoring case. Precedence: measure key, group, alias of a measure, article
  /// title.
  public func lookup(_ name: String) -> ExplanationLookup {
    let key = name.lowercased()
    if let explanation = explanations.first(where: { $0.name == key }) {
      return .measure(explanation)
    }
    let members = explanations.filter { $0.group == key }
    guard members.isEmpty else { return .group(members, articles: texts(of: members)) }
    let meant = MeasureAlias.measures(named: name)
    let found = explanations.filter { meant.map(\.rawValue).contains($0.name) }
    guard found.count != 1 else { return .measure(found[0]) }
    if let key = MeasureAlias.key(named: name), key != name { return lookup(key) }
    let named = articles.filter { MeasureAlias.isName(name, of: $0) }
    guard named.isEmpty else { return .group([], articles: named.map(text)) }
    return .unknown(near: found.isEmpty ? namesNear(key) : found.map(\.name))
  }

  private func texts(of members: [Explanation]) -> [ArticleText] {
    articles.filter { article in members.contains { $0.article == article.title } }
      .map(text)
  }

  private func text(of article: Article) -> ArticleText {
    ArticleText(title: article.title, text: article.prose)
  }

  private func namesNear(_ name: String) -> [String] {
    let ranked = (groups + explanations.map(\.name)).map { candidate in
      (candidate, NameDistance.between(name, candidate))
    }
    // The position as second sort key keeps the order deterministic.
    return ranked.enumerated().filter { $0.element.1 <= NameDistance.limit(for: name) }
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .prefix(Self.nearestCount).map(\.element.0)
  }
}
