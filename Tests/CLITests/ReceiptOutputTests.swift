import CommandSupport
import Testing

@testable import sagevoice_server

@Suite struct ReceiptOutputTests {
  @Test(arguments: [
    (StreamError.readerGone, CommandSupport.ExitStatus.readerGone),
    (StreamError(number: 28), .inputOutputError),
  ])
  func `receipts that fail on standard output follow on standard error`(
    fault: StreamError, status: CommandSupport.ExitStatus
  ) {
    let environment = CommandEnvironment()
    var written: [String] = []
    let found = CommandEnvironment.$current.withValue(environment) {
      var output = ReceiptOutput { text throws(StreamError) in
        guard written.isEmpty else { throw fault }
        written.append(text)
      }
      for number in 1...3 { output.deliver("receipt \(number)\n") }
      return output.status
    }

    #expect(written == ["receipt 1\n"])
    #expect(found == status)
    let errors = String(decoding: environment.errors, as: UTF8.self)
    #expect(errors.hasSuffix("are here\nreceipt 2\nreceipt 3\n"), "\(errors)")
  }
}
