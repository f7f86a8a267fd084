// Small files named by options. Messages contain the option instead of the path.

import ArgumentParser
import VoiceTypes
import WAVIngest

package struct OptionFile {
  /// Default size limit, in bytes. It rejects a recording named by mistake before reading it.
  package static let usualMostBytes = 1 << 20

  /// The option name in messages.
  package let option: String

  /// The expected content in messages, such as `a profile`.
  package let kind: String

  /// The size limit, in bytes.
  package var mostBytes: Int

  package init(option: String, kind: String, mostBytes: Int = Self.usualMostBytes) {
    (self.option, self.kind, self.mostBytes) = (option, kind, mostBytes)
  }

  /// Reads the file `name`, or standard input for `-`.
  package func bytes(at name: String) throws(CommandFault) -> [UInt8] {
    do {
      return name == "-"
        ? try InputBytes.readStandardInput(limit: mostBytes)
        : try InputBytes.read(path: name, limit: mostBytes)
    } catch {
      throw fault(error)
    }
  }

  /// Throws a usage error if more than one of the inputs `names` is standard input.
  package static func requireOneStandardInput(_ names: [String?]) throws {
    guard names.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  /// Throws a usage error if `name`, the value of `option`, is standard input.
  package static func refuseStandardInput(_ name: String?, for option: String) throws {
    guard name != "-" else {
      throw ValidationError("\(option): name a file; standard input cannot be read here.")
    }
  }

  /// Throws a usage error if the value of `option`, or else of `variable`, is standard input.
  package static func refuseStandardInput(
    _ name: String?, for option: String, or variable: EnvironmentVariable
  ) throws {
    try refuseStandardInput(name ?? variable.value, for: name == nil ? variable.rawValue : option)
  }

  /// Decodes UTF-8 text without a byte order mark.
  package func text(of bytes: [UInt8]) throws(CommandFault) -> String {
    guard let text = String(validating: bytes.withoutByteOrderMark, as: UTF8.self) else {
      throw CommandFault(.refused, "\(option): this is not UTF-8 text; save it as UTF-8")
    }
    return text
  }

  private func fault(_ error: IngestError) -> CommandFault {
    let message =
      switch error {
      case .isADirectory: "this is a directory, not \(kind); name the file itself"
      case .tooLarge: "\(error.refusal.message); check that it is \(kind)"
      default: "\(error.refusal.message); \(error.refusal.advice)"
      }
    return CommandFault(ExitStatus(of: error.refusal.code), "\(option): \(message)")
  }
}
