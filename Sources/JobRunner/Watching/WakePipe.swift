internal import Glibc

/// Waits for file descriptors, a time, or a wake-up by another thread or a signal handler.
final class WakePipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  /// Creates the pipe. Without one, waits end by time alone.
  init() {
    var ends: [Int32] = [-1, -1]
    // `pipe` writes two descriptors into an array of two.
    _ = unsafe pipe(&ends)
    (reading, writing) = (ends[0], ends[1])
    for descriptor in ends {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    for descriptor in [reading, writing] where descriptor >= 0 { _ = close(descriptor) }
  }

  /// Ends the present or next wait. Async-signal-safe: it only calls `write`.
  func wake() {
    var one: UInt8 = 1
    // One byte is written from a value of one byte; a full pipe wakes already.
    _ = unsafe write(writing, &one, 1)
  }

  struct Watched {
    /// Negative descriptors are ignored by the system.
    let descriptor: Int32
    var forReading = true
    var forWriting = false

    /// The result: readable, or closed at the other end.
    fileprivate(set) var isReadable = false
    fileprivate(set) var isGone = false

    init(_ descriptor: Int32, forReading: Bool = true, forWriting: Bool = false) {
      self.descriptor = descriptor
      self.forReading = forReading
      self.forWriting = forWriting
    }

    fileprivate var request: pollfd {
      let events = (forReading ? POLLIN : 0) | (forWriting ? POLLOUT : 0)
      return pollfd(fd: descriptor, events: Int16(events), revents: 0)
    }

    fileprivate mutating func apply(_ answer: pollfd) {
      func has(_ event: Int32) -> Bool { Int32(answer.revents) & event != 0 }
      isReadable = has(POLLIN)
      isGone = has(POLLHUP) || has(POLLERR) || has(POLLNVAL)
    }
  }

  /// Waits for a wake-up, for data, or for a time; nil is no limit.
  func wait(orFor watched: inout [Watched], within patience: Duration?) {
    var requests = [Watched(reading)].map(\.request) + watched.map(\.request)
    let milliseconds = patience.map { $0.wholeMilliseconds } ?? -1
    // The count is that of the array; an interrupted wait counts as over.
    let count = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
    if count > 0 {
      for index in watched.indices { watched[index].apply(requests[index + 1]) }
    }
    var bytes = [UInt8](repeating: 0, count: 256)
    // `read` writes at most the size of the array.
    _ = unsafe bytes.withUnsafeMutableBytes { unsafe read(reading, $0.baseAddress, $0.count) }
  }
}

extension Duration {
  /// In milliseconds, rounded up; at most a day.
  fileprivate var wholeMilliseconds: Int32 {
    guard self > .zero else { return 0 }
    guard self < .seconds(86_400) else { return 86_400_000 }
    let (seconds, attoseconds) = components
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
