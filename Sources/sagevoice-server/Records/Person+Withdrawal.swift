import CommandSupport
import RecordStore
import VoiceTypes

extension Person {
  /// Returns whether the new consent withdraws the stored consent to storage.
  func takesBackStorage(after former: KeptPerson?) -> Bool {
    let known = former.flatMap { try? $0.told() }?.consent
    return consent?.takesBackStorage(after: known) ?? false
  }
}
