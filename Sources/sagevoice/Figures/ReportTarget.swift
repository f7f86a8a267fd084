// Where pages go: one page to a file or to standard output, or a page for each input to a folder.

import ArgumentParser
import CommandSupport

/// The places of pages.
enum ReportTarget {
  case standardOutput
  case file(String, PageForm)
  case folder(String)

  /// A folder ends in `/`, or is there; a file ends as its form does.
  init(_ output: String?) throws {
    guard let output else {
      self = .standardOutput
      return
    }
    if output.hasSuffix("/") || OutputFolder.isFolder(output) {
      self = .folder(output)
    } else if let form = PageForm(of: output) {
      self = .file(output, form)
    } else {
      throw ValidationError(
        "--output takes a file that ends in .html or .pdf, or a folder, which ends in / or is there."
      )
    }
  }
}
