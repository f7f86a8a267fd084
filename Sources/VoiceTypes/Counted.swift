extension Int {
  /// Returns the number with a noun whose plural ends in s, such as `1 session`.
  package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
