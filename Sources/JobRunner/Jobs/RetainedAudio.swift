// The bytes of recordings between their steps: a recording is read once, unless too many are in progress.

internal import Synchronization

/// The memory for recordings between their steps.
final class RetainedAudio: Sendable {
  /// A recording in memory. Its bytes count until it is released.
  final class Entry: Sendable {
    let sound: HashedAudio
    private let memory: RetainedAudio

    fileprivate init(_ sound: HashedAudio, in memory: RetainedAudio) {
      (self.sound, self.memory) = (sound, memory)
    }

    deinit { memory.bytes.subtract(sound.bytes.count, ordering: .relaxed) }
  }

  private let mostBytes: Int
  private let bytes = Atomic(0)

  /// Creates a memory for at most this number of bytes.
  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// Retains a recording; nil if the memory is full.
  func retain(_ sound: HashedAudio) -> Entry? {
    let count = sound.bytes.count
    guard bytes.add(count, ordering: .relaxed).newValue <= mostBytes else {
      bytes.subtract(count, ordering: .relaxed)
      return nil
    }
    return Entry(sound, in: self)
  }
}
