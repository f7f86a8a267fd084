internal import VoiceTypes

/// The standing notice of every report.
package enum Notice {
  package static let measurement = TextCatalogue.report.text("measurementNotice")
}
