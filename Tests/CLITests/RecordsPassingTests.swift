// Passing records on is another program's, which says so.

import Testing

extension CommandLineTests {
  @Suite struct RecordsPassingTests {
    @Test(arguments: [["push"], ["pull"], ["push", "--store", "store", "--server", "https://a"]])
    func `records push and pull say which program passes on, and how to get it`(
      arguments: [String]
    ) throws {
      let outcome = try Tool.run(["records"] + arguments)

      #expect(outcome.status == 69)
      #expect(outcome.errors.contains("sagevoice-server \(arguments[0])"))
      #expect(outcome.errors.contains("swift build -c release --traits Server"))
    }

    @Test func `the help of records names both`() throws {
      let help = try Tool.run(["records", "--help"])

      #expect(help.output.contains("push") && help.output.contains("pull"))
    }
  }
}
