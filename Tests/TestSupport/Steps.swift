// At how many of its steps a run is made to fail. All of them take long: `.ci/release` asks for them, and a dated
// record says what they gave; the tests take every step of what all others are built of, and some of the rest.

import Foundation

/// How far it is from one step that is tried to the next.
package enum Steps {
  private static let areAllAsked =
    ProcessInfo.processInfo.environment["SAGEVOICE_EVERY_STEP"] != nil

  /// Every so many, or those that are tried where all are asked for. Odd numbers, so that steps that come in
  /// pairs are all met.
  package static func every(_ few: Int, all: Int = 1) -> Int { areAllAsked ? all : few }
}
