/// Text in hash tables and comparisons, with hash and equality of its UTF-8 bytes: the key of a JSON
/// object, the path of a file. `String` has one hash and equality for all canonically equivalent
/// texts, which makes a table of them quadratic and files with such names the same.
package struct UTF8Key: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (first: UTF8Key, second: UTF8Key) -> Bool {
    first.text.hasSameBytes(as: second.text)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether both texts have equal UTF-8 bytes. `==` compares canonical equivalence, in time
  /// quadratic in a run of combining marks.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
