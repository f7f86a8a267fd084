/// What every report says of itself.
package enum Notice {
  package static let measurement = "This is a measurement, not a diagnosis."
}
