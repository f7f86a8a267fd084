// Fault reasons in logs and status.

import Testing

@testable import RecordStore

@Suite struct PlainReasonTests {
  private static let name = "/in/Doe, Jane 1950.wav"
  private static let parts = ["Doe", "Jane", "1950", "/in"]

  static let errors: [StoreError] = [
    .notAStore(path: name), .newerSchema(path: name, found: name, known: name), .keyNeeded,
    .wrongKey, .notEncrypted, .keyFile(path: name, problem: name),
    .damaged(path: name, problem: name), .readOnly, .unusable(name),
  ]

  @Test(arguments: FileOperation.allCases)
  func `a failed step has a reason without the file, and with advice`(operation: FileOperation) {
    for code in Int32(1)...133 {
      let fault = FileSystemError(code: code, operation: operation, path: Self.name)

      let text = RedactedReason(.fileSystem(fault)).description

      #expect(Self.parts.allSatisfy { !text.contains($0) }, "\(text)")
      #expect(text.hasPrefix("could not ") && text.count > 20, "\(text)")
    }
  }

  @Test(arguments: errors)
  func `a store error has a reason without the file`(error: StoreError) {
    let text = RedactedReason(error).description

    #expect(Self.parts.allSatisfy { !text.contains($0) }, "\(text)")
    #expect(!text.isEmpty)
  }

  @Test func `a code has only characters of codes`() {
    #expect(RedactedReason("failed", code: "too_short").description == "failed (too_short)")
    #expect(RedactedReason("failed", code: "Doe, Jane").description == "failed (oeane)")
  }
}
