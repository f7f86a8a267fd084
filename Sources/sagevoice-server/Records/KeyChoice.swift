import ArgumentParser
import CommandSupport
import RecordStore

/// The key of an encrypted store, from an option, the environment or a systemd credential.
struct KeyChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Key file of an encrypted store. Default: SAGEVOICE_KEY_FILE, or the systemd credential \
      sagevoice-key.
      """, valueName: "file"), completion: .file())
  var keyFile: String?

  @Option(
    name: .customLong("key-fd"),
    help: ArgumentHelp("File descriptor with the key, instead of --key-file.", valueName: "number"),
    transform: OptionValue.wholeNumber(from: 0, through: Int(Int32.max)))
  var keyDescriptor: Int?

  private static let credentialName = "sagevoice-key"

  /// The key source: options, then the environment, then the credential.
  var source: StoreKeySource {
    if let keyDescriptor { return .descriptor(Int32(keyDescriptor)) }
    if let path = keyFile ?? EnvironmentVariable.keyFile.value { return .file(path) }
    return credential.map { .credential($0) } ?? .none
  }

  private var credential: String? {
    guard let folder = EnvironmentVariable.credentials.value else { return nil }
    let path = "\(folder)/\(Self.credentialName)"
    return OutputFolder.holds(path) ? path : nil
  }

  func validate() throws {
    guard keyFile == nil || keyDescriptor == nil else {
      throw ValidationError("--key-file and --key-fd give a key each; choose one.")
    }
    guard keyDescriptor == nil else { return }
    try OptionFile.refuseStandardInput(keyFile, for: "--key-file", or: .keyFile)
  }
}
