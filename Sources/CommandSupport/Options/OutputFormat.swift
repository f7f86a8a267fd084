// The forms of documents.

import ArgumentParser

/// What `--format` takes for lists and documents of which there are tables.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case json
  case csv
  case text
}

/// What `--format` takes for documents of which no table is made.
package enum DocumentFormat: String, CaseIterable, ExpressibleByArgument {
  case json
  case text
}
