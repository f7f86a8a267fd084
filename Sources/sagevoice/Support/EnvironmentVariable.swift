// What the environment says where an option does not.

import FoundationEssentials

/// A variable that gives an option its default.
enum EnvironmentVariable: String {
  case store = "SAGEVOICE_STORE"
  case keyFile = "SAGEVOICE_KEY_FILE"
  case actor = "SAGEVOICE_ACTOR"
  /// Where systemd puts what a unit loads as credentials (systemd.exec(5)).
  case credentials = "CREDENTIALS_DIRECTORY"

  /// Where a service manager listens (sd_notify(3)).
  case notifySocket = "NOTIFY_SOCKET"

  /// The language of messages, by POSIX (Base Definitions, 8.2): the first of these that is set.
  case allLocale = "LC_ALL"
  case messagesLocale = "LC_MESSAGES"
  case locale = "LANG"

  /// All that is set, by its name.
  static var all: [String: String] { ProcessInfo.processInfo.environment }

  /// Its value; nil when it is not set, or empty.
  var value: String? {
    guard let text = ProcessInfo.processInfo.environment[rawValue], !text.isEmpty else {
      return nil
    }
    return text
  }
}
