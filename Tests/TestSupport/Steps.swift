// The trials (`Trials/`, `SAGEVOICE_TRIALS=1`) make a run fail at every step, and use PostgreSQL; the tests take some steps.

import Foundation

/// Whether this run is one of the trials.
package enum Trials {
  package static let areRun = ProcessInfo.processInfo.environment["SAGEVOICE_TRIALS"] != nil
}

/// The distance between two steps with faults.
package enum Steps {
  /// `few` in the tests, `all` in the trials. Odd numbers meet both of steps that come in pairs.
  package static func every(_ few: Int, all: Int = 1) -> Int { Trials.areRun ? all : few }
}
