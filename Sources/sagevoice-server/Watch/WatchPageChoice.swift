import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoiceReport

/// The options of reports in sessions.
struct WatchPageChoice: ParsableArguments {
  @Option(help: "Format of a report page for each session. Default: no page.")
  var report: PageForm?

  @OptionGroup(title: HelpText.Title.page) var language: LanguageOption

  @Option(help: "Paper size of a PDF. Default: a4.")
  var paper: Paper?

  func validate() throws {
    guard report != nil || language.language == nil else {
      throw ValidationError("--language takes effect with --report only.")
    }
    guard paper == nil || report == .pdf else {
      throw ValidationError("--paper takes effect with --report pdf only.")
    }
  }

  /// The report renderer; nil without the option.
  var maker: PageMaker? {
    guard let report else { return nil }
    let writer = PageWriter(language: language.chosen, theme: .light, paper: paper ?? .a4)
    return PageMaker(of: report == .html ? .page : .sheets) { filed in
      do throws(CommandFault) {
        let content = writer.content(of: filed, for: report)
        return .success(try writer.bytes(of: content, as: report, for: "the page"))
      } catch {
        return .failure(PageFault(error.messages.joined(separator: "; ")))
      }
    }
  }
}
