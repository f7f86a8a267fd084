import ArgumentParser

/// The `--format` values of lists and documents with a table form.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case json
  case csv
  case text
}

/// The `--format` values of documents without a table form.
package enum DocumentFormat: String, CaseIterable, ExpressibleByArgument {
  case json
  case text
}
