/// Document of a sustained /s/ and a sustained /z/ of one person, with their s/z ratio.
public struct FricativeDocument: Sendable, Shaped {
  /// Schema of this document.
  public static let schema = "sagevoice/sz/1"

  /// Results of the /s/ and of the /z/.
  public var s, z: ResultsDocument

  /// Creates the document of two recordings.
  public init(s: ResultsDocument, z: ResultsDocument) { (self.s, self.z) = (s, z) }

  /// The s/z ratio: maximum duration of /s/ over that of /z/; nil if one of them is missing.
  ///
  /// Source: Eckel & Boone (1981), J Speech Hear Disord 46:147.
  public var ratio: Double? {
    guard let s = Self.seconds(of: s), let z = Self.seconds(of: z), z > 0 else { return nil }
    return s / z
  }

  private static func seconds(of document: ResultsDocument) -> Double? {
    document.findings?.biomarkers[.maximumPhonationTime].number
  }

  /// Document as an ordered JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/sz/1`, draft 2020-12.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:sz:1",
      title: "sagevoice s/z ratio, one recording of a sustained /s/ and one of a sustained /z/")
  }

  package static let shape = Shape<FricativeDocument> {
    Derived("schema", always: schema)
    Derived("ratio", \.ratio, .orNull(.number))
    Field("s", \.s, .shaped)
    Field("z", \.z, .shaped)
  } make: { s, z in
    FricativeDocument(s: s, z: z)
  }
}
