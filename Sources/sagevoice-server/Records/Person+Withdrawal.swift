import CommandSupport
import RecordStore
import VoiceTypes

extension Person {
  /// Whether what was told now takes back the agreement to storage that is kept.
  func takesBackStorage(after former: KeptPerson?) -> Bool {
    let known = former.flatMap { try? $0.told() }?.consent
    return consent?.takesBackStorage(after: known) ?? false
  }
}
