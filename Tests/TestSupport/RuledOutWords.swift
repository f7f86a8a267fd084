// Words that exceed a measurement (CONTRIBUTING.md): judgements of a person, names and degrees of
// conditions, and advice to change a treatment.

/// Finds words that no text for people may have.
package enum RuledOutWords {
  private static let pattern =
    #"(?i)\b(?:normal|abnormal\w*|healthy|unhealthy|patholog\w*|diseases?|disorder\w*|diagnos\w*"#
    + #"|risks?|parkinson\w*|cancer\w*|tumou?rs?|dysphoni\w*|presbyphon\w*|dysarthri\w*|nodules?"#
    + #"|polyps?|paralys\w*|paresis|laryngitis|sever(?:e|ely|ity)|mild(?:ly)?|moderate(?:ly)?"#
    + #"|therap\w*|treatments?|medicat\w*|impair\w*)(?:['’]s)?\b"#

  /// Permitted phrases about a diagnosis in either language, and the key of self-reported data.
  private static let allowed =
    #"(?i)not a diagnosis|keine Diagnose\b|\bdiagnosed_conditions\b"#

  /// The words of a text that are ruled out.
  package static func found(in text: String) throws -> [String] {
    try Pattern.of(pattern).matches(in: Pattern.of(allowed).removed(from: text))
  }
}
