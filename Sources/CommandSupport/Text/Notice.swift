internal import VoiceTypes

/// The notice of every report.
package enum Notice {
  package static let measurement = TextCatalogue.report.text("measurementNotice")
}
