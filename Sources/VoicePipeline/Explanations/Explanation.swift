// The text is from the article of the measure. Text about all measures of the article is part of
// each explanation.

/// Explanation of one measure with fixed headings.
public struct Explanation: Sendable, Equatable {
  /// Parameter of the measure.
  public struct Setting: Sendable, Equatable {
    /// Name of the parameter.
    public let name: String

    /// Value as in the article.
    public let value: String

    /// Unit; empty for ratios and words.
    public let unit: String
  }

  /// Reason for the absence of a number.
  public struct Reason: Sendable, Equatable {
    /// Reason code of the document.
    public let code: String

    /// Condition of the reason.
    public let when: String
  }

  /// Key of the measure.
  public let name: String

  /// Title of the article.
  public let article: String

  /// Definition in one sentence.
  public let definition: String

  /// Formula.
  public let formula: String

  /// Unit, or "none" with the meaning of the ratio.
  public let unit: String

  /// Parameters of the measure.
  public let settings: [Setting]

  /// Source of the definition.
  public let source: String

  /// Published limits and their scope.
  public let limits: String

  /// Reasons for the absence of a number.
  public let reasons: [Reason]

  /// Document object of the measure.
  public var group: String { String(name.prefix { $0 != "." }) }
}

extension Explanation {
  /// Extracts a measure from its article. `general` has the default sentences of the reasons.
  init(_ key: String, in article: Article, general: [Reason]) {
    /// Joins the text of the measure and of all measures in the article.
    func text(_ heading: String) -> String {
      [article.lines(heading, of: key), article.sharedLines(heading)]
        .map(Markdown.paragraphs).filter { !$0.isEmpty }
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
  /// Parses a list of reasons. Each item is a code, a colon and the condition.
  static func list(_ lines: [String]) -> [Self] {
    Markdown.items(lines).map { item in
      let code = item.prefix { $0 != ":" }
      return Self(
        code: Markdown.plain(String(code)),
        when: Markdown.plain(String(item.dropFirst(code.count + 1))).trimmingSpaces)
    }
  }

  /// Merges reasons in code order, those of the measure before those of its article. A reason
  /// without a condition gets the general sentence.
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
