package import ArgumentParser
package import VoiceReport
package import VoiceTypes

extension Paper: ExpressibleByArgument {}
extension Theme: ExpressibleByArgument {}
extension Language: ExpressibleByArgument {}

package enum PageForm: String, CaseIterable, ExpressibleByArgument, Sendable {
  case html
  case pdf

  /// Creates the format from the extension of a path; nil for another extension.
  package init?(of path: String) {
    guard let form = Self.allCases.first(where: { path.lowercased().hasSuffix(".\($0.rawValue)") })
    else { return nil }
    self = form
  }
}

/// The language of pages, figures and text reports.
package struct LanguageOption: ParsableArguments {
  @Option(help: "Language of the texts. Default: from LC_ALL, LC_MESSAGES or LANG.")
  package var language: Language?

  package init() {}

  package var chosen: Language { language ?? .ofEnvironment }
}

extension Language {
  /// The message language by POSIX (Base Definitions, 8.2): the first set variable applies. English
  /// for an unsupported language.
  package static var ofEnvironment: Language {
    let variables: [EnvironmentVariable] = [.allLocale, .messagesLocale, .locale]
    let locale = variables.lazy.compactMap(\.value).first ?? ""
    let name = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
    return Language(rawValue: name.lowercased()) ?? .english
  }
}

/// The entries of the page head.
package struct HeaderOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      File with the entries of the page head (JSON), each a text or a number: name, \
      date_of_birth, sex, clinic, examiner, device, distance_cm, task, vowel, complaints, \
      findings, grbas, rbh, cape_v, vhi_10. `"signature": true` adds a signature line.
      """, valueName: "header.json"), completion: .file(extensions: ["json"]))
  package var header: String?

  package init() {}

  package func validate() throws {
    try OptionFile.refuseStandardInput(header, for: "--header")
  }

  /// Reads the entries; nil without the option.
  package func entries() throws(CommandFault) -> ReportHeader? {
    guard let header else { return nil }
    let bytes = try OptionFile(option: "--header", kind: "the entries of a page head")
      .bytes(at: header)
    do {
      return try ReportHeader(json: try JSONValue.parse(bytes))
    } catch {
      throw CommandFault(.refused, "--header \(header): \(error)")
    }
  }
}

package struct PageOptions: ParsableArguments {
  @Option(help: "Colours of the page.")
  package var theme: Theme = .light

  @OptionGroup package var language: LanguageOption

  @OptionGroup package var head: HeaderOption

  @Option(
    help: ArgumentHelp("Logo of the page head, with --header.", valueName: "logo.png"),
    completion: .file(extensions: ["png"]))
  package var logo: String?

  @Option(help: "Paper size of a PDF. Default: a4.")
  package var paper: Paper?

  package init() {}

  package func validate() throws {
    try OptionFile.refuseStandardInput(logo, for: "--logo")
    guard logo == nil || head.header != nil else {
      throw ValidationError("--logo takes effect with --header only.")
    }
  }

  /// Reads the entries of the page head; nil without the option.
  package func headerEntries() throws(CommandFault) -> ReportHeader? {
    var entries = try head.entries()
    entries?.logo = try logo.map(Self.png)
    return entries
  }

  private static func png(_ path: String) throws(CommandFault) -> [UInt8] {
    let bytes = try OptionFile(option: "--logo", kind: "a PNG image").bytes(at: path)
    guard bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) else {
      throw CommandFault(.refused, "--logo \(path): this is not a PNG image")
    }
    return bytes
  }

  package var writer: PageWriter {
    PageWriter(language: language.chosen, theme: theme, paper: paper ?? .a4)
  }
}

package struct PageWriter: Sendable {
  package let language: Language
  package let theme: Theme
  package let paper: Paper

  package init(language: Language, theme: Theme, paper: Paper) {
    (self.language, self.theme, self.paper) = (language, theme, paper)
  }

  /// Returns a page in a format.
  /// - Parameter name: The page name in error messages.
  package func bytes(
    of content: ReportContent, as form: PageForm, for name: String
  ) throws(CommandFault) -> [UInt8] {
    let page = ReportPage(
      of: content, language: language, theme: theme, paper: form == .pdf ? paper : nil)
    return try bytes(of: page.html, as: form, for: name, at: content.document.run.analyzedAt)
  }

  /// Returns HTML in a format, with a creation time (ISO 8601).
  func bytes(
    of html: String, as form: PageForm, for name: String, at time: String
  ) throws(CommandFault) -> [UInt8] {
    switch form {
    case .html: Array(html.utf8)
    case .pdf: try PagePrinter.print(html, for: name, at: time)
    }
  }
}
