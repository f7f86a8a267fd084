// Names of files as a shell matches them; just what tells one kind of recording from another.

/// A pattern of file names: `*` stands for any characters or none, `?` for one.
public struct FilePattern: Sendable, Equatable {
  /// The pattern.
  public let text: String

  private let pattern: [Character]

  /// A pattern as it is written.
  public init(_ text: String) {
    self.text = text
    pattern = Array(text)
  }

  /// Whether a whole name fits.
  public func matches(_ name: String) -> Bool {
    let name = Array(name)
    var inPattern = 0
    var inName = 0
    // Where the last star stood, and how far the name went when it had taken nothing more.
    var star: (pattern: Int, name: Int)?
    while inName < name.count {
      if inPattern < pattern.count, pattern[inPattern] == "*" {
        star = (inPattern, inName)
        inPattern += 1
      } else if inPattern < pattern.count,
        pattern[inPattern] == "?" || pattern[inPattern] == name[inName]
      {
        inPattern += 1
        inName += 1
      } else if let last = star {
        // The last star takes one character more.
        star = (last.pattern, last.name + 1)
        inPattern = last.pattern + 1
        inName = last.name + 1
      } else {
        return false
      }
    }
    return pattern[inPattern...].allSatisfy { $0 == "*" }
  }
}
