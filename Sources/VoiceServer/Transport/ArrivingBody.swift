// What comes with a request, and what becomes of a connection on which not all of it does: it is read to its
// end where that is near, waited for no longer than it may take, and cut off where it goes on behind the answer.

#if PlainServer
  internal import HTTPTypes
  internal import HummingbirdCore
  internal import NIOCore
  internal import Synchronization

  /// The body of a request on its way.
  final class ArrivingBody: Sendable {
    private enum Progress {
      case untouched
      case whole
      case cut
    }

    /// After so many seconds a body is waited for no more, whatever came of it: the largest recording takes 1.7
    /// Mbit/s, the ten seconds that a page sends a tenth of that [E].
    static let mostSeconds: Int64 = 120

    /// Seconds for the answer to reach somebody who is still sending.
    private static let lingerSeconds: Int64 = 2

    /// The bytes that were announced; nil where nothing was.
    let promisedBytes: Int?

    private let body: RequestBody
    private let channel: any Channel
    private let isThere: Bool
    private let progress = Mutex(Progress.untouched)
    private let limit: Scheduled<Void>?

    /// The body of a request; its time begins.
    init(of request: Request, on channel: any Channel) {
      (body, self.channel) = (request.body, channel)
      let promised = request.headers[.contentLength].flatMap { Int($0) }
      promisedBytes = promised
      let isThere = promised.map { $0 > 0 } ?? (request.headers[.transferEncoding] != nil)
      self.isThere = isThere
      limit =
        isThere
        ? channel.eventLoop.scheduleTask(in: .seconds(Self.mostSeconds)) {
          channel.close(promise: nil)
        } : nil
    }

    /// Hands the pieces over until there are no more, or one is not wanted.
    ///
    /// - Returns: Whether the sender came to its end.
    func pieces(_ take: (ArraySlice<UInt8>) -> Bool) async -> Bool {
      var count = 0
      do {
        for try await buffer in body {
          count += buffer.readableBytes
          guard take(Array(buffer: buffer)[...]) else {
            progress.withLock { $0 = .cut }
            return true
          }
        }
      } catch {
        progress.withLock { $0 = .cut }
        return false
      }
      let isWhole = count >= promisedBytes ?? 0
      progress.withLock { $0 = isWhole ? .whole : .cut }
      return isWhole
    }

    /// Reads what nobody wanted, where its end is near: who sends it does not listen before. Ends the connection
    /// in a moment where it is not.
    ///
    /// - Returns: Whether the connection goes on.
    func finish() async -> Bool {
      guard isThere else { return true }
      let isUntouched = progress.withLock { $0 == .untouched }
      if isUntouched, promisedBytes ?? .max <= ServerSettings.mostRecordingBytes {
        _ = await pieces { _ in true }
      }
      limit?.cancel()
      if progress.withLock({ $0 == .whole }) { return true }
      let channel = channel
      _ = channel.eventLoop.scheduleTask(in: .seconds(Self.lingerSeconds)) {
        channel.close(promise: nil)
      }
      return false
    }
  }
#endif
