import ArgumentParser
import CommandSupport

/// A tenant name, valid for the database type `sagevoice.tenant_name`.
struct TenantName: ExpressibleByArgument {
  let text: String

  static let help: ArgumentHelp =
    "Tenant in the database: lower-case letters, digits, '.', '_' and '-'."

  private static let longest = 63

  init?(argument: String) {
    let bytes = argument.utf8
    guard let first = bytes.first, Self.mayBegin(first), bytes.count <= Self.longest,
      bytes.allSatisfy({ Self.mayBegin($0) || [".", "_", "-"].contains(UnicodeScalar($0)) })
    else { return nil }
    text = argument
  }

  private static func mayBegin(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
