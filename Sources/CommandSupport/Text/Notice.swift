/// The standing notice of every report.
package enum Notice {
  package static let measurement = "This is a measurement, not a diagnosis."
}
