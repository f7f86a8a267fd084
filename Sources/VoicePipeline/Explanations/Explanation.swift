// What is to be said about one measure. The text is that of its article; what an article says of all
// its measures is said of each.

/// A measure explained, under the headings that every measure has.
public struct Explanation: Sendable, Equatable {
  /// A choice behind the number.
  public struct Setting: Sendable, Equatable {
    /// What is chosen.
    public let name: String

    /// The choice, as the article writes it.
    public let value: String

    /// Its unit; empty for a bare number or a word.
    public let unit: String
  }

  /// A reason that the measure can have in place of a number.
  public struct Reason: Sendable, Equatable {
    /// The code in the document.
    public let code: String

    /// When it applies.
    public let when: String
  }

  /// The key of the measure.
  public let name: String

  /// The title of the article that it is from.
  public let article: String

  /// What the measure is, in a sentence.
  public let definition: String

  /// How it is computed.
  public let formula: String

  /// The unit, or "none" and what the bare number is.
  public let unit: String

  /// The choices behind the number.
  public let settings: [Setting]

  /// Where the definition comes from.
  public let source: String

  /// Published limits and how far they hold.
  public let limits: String

  /// When there is no number.
  public let reasons: [Reason]

  /// The object of the document that holds the measure.
  public var group: String { String(name.prefix { $0 != "." }) }
}

extension Explanation {
  /// Reads a measure out of its article; `general` has the sentences that hold for every measure.
  init(
    _ key: String, in article: Article, general: [Reason], titled title: (String) -> String
  ) {
    /// The measure's own text, then that of all measures of the article.
    func text(_ heading: String) -> String {
      [article.lines(heading, of: key), article.sharedLines(heading)]
        .map { Markdown.paragraphs($0, titled: title) }.filter { !$0.isEmpty }
        .joined(separator: "\n\n")
    }
    name = key
    self.article = article.title
    definition = text("Definition")
    formula = ([text("Formula")] + Symbol.lines(of: article, in: text("Formula")))
      .joined(separator: "\n")
    unit = text("Unit")
    source = text("Source")
    limits = text("Limits")
    settings = Markdown.rows(
      article.lines("Settings", of: key) + article.sharedLines("Settings")
    ).compactMap { $0.count < 3 ? nil : Setting(name: $0[0], value: $0[1], unit: $0[2]) }
    let heading = "When it is unavailable"
    let own = Reason.list(article.lines(heading, of: key))
    let shared = Reason.list(article.sharedLines(heading))
    reasons = Reason.merged(own, shared, sentences: general)
  }
}

extension Explanation.Reason {
  /// The reasons of a list: a code, and behind a colon when it applies.
  static func list(_ lines: [String]) -> [Self] {
    Markdown.items(lines).map { item in
      let code = item.prefix { $0 != ":" }
      return Self(
        code: Markdown.plain(String(code)),
        when: Markdown.plain(String(item.dropFirst(code.count + 1))).trimmingSpaces)
    }
  }

  /// The measure's own reasons before those of its article, each once, in the order of the codes;
  /// where none says when, the general sentence does.
  fileprivate static func merged(_ own: [Self], _ shared: [Self], sentences: [Self]) -> [Self] {
    let listed = own + shared
    let order = sentences.map(\.code)
    let codes = order.filter { code in listed.contains { $0.code == code } }
    let strangers = listed.map(\.code).filter { !order.contains($0) }
    return (codes + strangers).compactMap { code in
      guard let reason = listed.first(where: { $0.code == code }) else { return nil }
      guard reason.when.isEmpty else { return reason }
      return sentences.first { $0.code == code } ?? reason
    }
  }
}
