// Messages of checks and reasons say what was found and, behind a semicolon, what to do.

extension String {
  /// What a message found, without its advice: that may be for another command.
  package var finding: String {
    firstRange(of: "; ").map { String(self[..<$0.lowerBound]) } ?? self
  }
}
