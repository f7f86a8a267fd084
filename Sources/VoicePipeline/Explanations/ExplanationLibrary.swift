// Every explanation, out of the articles that are compiled into the program.

import VoiceTypes

/// What was found under a name.
public enum ExplanationLookup: Sendable {
  /// One measure.
  case measure(Explanation)
  /// The measures of a group, and the articles about them as plain text; an article of no measure alone.
  case group([Explanation], articles: [ArticleText])
  /// Nothing; the names that are nearest, if any is near.
  case unknown(near: [String])
}

/// An article as plain text, without its sections about single measures.
public struct ArticleText: Sendable, Equatable {
  /// The title, which is the first line of the text too.
  public let title: String

  /// The text.
  public let text: String
}

/// The explanations of all measures.
public struct ExplanationLibrary: Sendable {
  private static let nearestCount = 5

  /// The article whose list of codes holds for all measures.
  private static let generalArticle = "WhenAMeasureIsUnavailable"

  private let articles: [Article]

  /// All measures in the order of the document, then what else the articles explain.
  public let explanations: [Explanation]

  /// What the reason codes mean in general.
  public let reasons: [Explanation.Reason]

  /// The articles of this program.
  public init() { self.init(EmbeddedArticles.texts) }

  /// The explanations that `texts` hold: Markdown by the name of its article.
  package init(_ texts: [(name: String, markdown: String)]) {
    let articles = texts.map { Article(name: $0.name, markdown: $0.markdown) }
    let general = articles.first { $0.name == Self.generalArticle }
    let reasons = Explanation.Reason.list(general?.sharedLines("Codes") ?? [])
    let found = articles.flatMap { article in
      article.keys.map { key in
        Explanation(
          key, in: article, general: reasons, titled: { Self.title(of: $0, in: articles) })
      }
    }
    let measures = Measure.allCases.compactMap { measure in
      found.first { $0.name == measure.rawValue }
    }
    self.articles = articles
    self.reasons = reasons
    explanations = measures + found.filter { Measure(rawValue: $0.name) == nil }
  }

  /// The groups, in the order of the document.
  public var groups: [String] {
    explanations.map(\.group).reduce(into: []) { groups, group in
      if !groups.contains(group) { groups.append(group) }
    }
  }

  /// What `name` stands for: a measure before a group, both before another name of a measure, and that before the title
  /// of an article; upper and lower case do not matter.
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
    ArticleText(
      title: article.title, text: article.prose(titled: { Self.title(of: $0, in: articles) }))
  }

  private func namesNear(_ name: String) -> [String] {
    let ranked = (groups + explanations.map(\.name)).map { candidate in
      (candidate, NameDistance.between(name, candidate))
    }
    // Sorting by place too keeps the order the same from run to run.
    return ranked.enumerated().filter { $0.element.1 <= NameDistance.limit(for: name) }
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .prefix(Self.nearestCount).map(\.element.0)
  }

  /// Articles elsewhere in the documentation keep the name they are linked by.
  private static func title(of name: String, in articles: [Article]) -> String {
    articles.first { $0.name == name }?.title ?? name
  }
}
