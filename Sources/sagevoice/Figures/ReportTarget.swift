import ArgumentParser
import CommandSupport

/// The output of reports: a file or standard output for one page, a folder for one page per input.
enum ReportTarget {
  case standardOutput
  case file(String, PageForm)
  case folder(String)

  /// Parses a path. A trailing `/` or an existing folder gives a folder, or else the extension
  /// decides.
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
        "--output: name a file that ends in .html or .pdf, an existing folder, or a new folder "
          + "with a final /."
      )
    }
  }
}
