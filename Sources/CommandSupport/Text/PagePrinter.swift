// Conversion of a report page to PDF.

import Platform

/// Chromium, which prints HTML as tagged PDF with the sheet size of the page's style.
package enum PagePrinter {
  /// The programs on `PATH`. The first one, without windows, starts several times faster.
  static let programs = [
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
  ]

  /// The page is output of this program and has no scripts and no outside references. So Chromium
  /// needs no network and no sandbox, which root, containers and hardened systemd units do not
  /// permit. Neither do such units permit compiled scripts (MemoryDenyWriteExecute).
  private static let settings = [
    "--headless", "--no-sandbox", "--no-zygote", "--js-flags=--jitless",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-extensions", "--disable-breakpad", "--disable-crash-reporter", "--no-first-run",
    "--in-process-gpu", "--disable-software-rasterizer", "--no-pdf-header-footer",
  ]

  private static let mostSheets = 2

  /// The text sizes, in turn until the page fits [E].
  private static let zooms = ["1", "0.93", "0.86", "0.78"]

  /// Converts a page.
  /// - Parameters:
  ///   - name: The name of the result in error messages.
  ///   - time: The creation time in the PDF (ISO 8601), for reproducible bytes.
  package static func print(
    _ html: String, for name: String, at time: String
  ) throws(CommandFault) -> [UInt8] {
    try print(html, for: name, at: time, by: browser)
  }

  static var browser: Converter {
    Converter(
      programs: EnvironmentVariable.chromium.value.map { [$0] } ?? programs,
      packages: "chromium or the smaller chromium-headless-shell",
      other: "write the page as HTML", errors: .discarded)
  }

  /// Prints a page with smaller text if it needs more than two sheets.
  static func print(
    _ html: String, for name: String, at time: String, by browser: Converter
  ) throws(CommandFault) -> [UInt8] {
    var pdf: [UInt8] = []
    for zoom in zooms {
      let style = "body { zoom: \(zoom); }\n</style>"
      pdf = try printed(
        html.replacing("</style>", with: style, maxReplacements: 1), for: name, by: browser)
      if pdf.ranges(of: Array("/Type /Page\n".utf8)).count <= mostSheets { break }
    }
    return dated(pdf, time)
  }

  private static func printed(
    _ html: String, for name: String, by browser: Converter
  ) throws(CommandFault) -> [UInt8] {
    try browser.convert(("page.html", html), to: "page.pdf", for: name) { folder in
      settings + [
        "--user-data-dir=\(folder)/profile", "--print-to-pdf=\(folder)/page.pdf",
        "\(folder)/page.html",
      ]
    } variables: { folder in
      // Caches, temporary files and certificates remain in the folder, too.
      ["HOME": folder, "TMPDIR": folder, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder]
    }
  }

  /// Length of the head of a PDF with the information dictionary, in bytes [E].
  private static let headLength = 4096

  /// Returns the PDF with a time in place of its dates, `(D:YYYYMMDDhhmmss` (ISO 32000-1, 7.9.4).
  private static func dated(_ pdf: [UInt8], _ time: String) -> [UInt8] {
    guard let text = StoreTime(time)?.textToSeconds else { return pdf }
    let digits = text.filter(\.isNumber).utf8
    var dated = pdf
    for date in pdf.prefix(headLength).ranges(of: Array("Date (D:".utf8)) {
      dated.replaceSubrange(date.upperBound..<date.upperBound + digits.count, with: digits)
    }
    return dated
  }
}
