// Reads the rest of a short request body, limits the receive time, and closes the connection when a
// body exceeds the response.

#if PlainServer
  internal import HTTPTypes
  internal import HummingbirdCore
  internal import NIOCore
  internal import Synchronization

  final class RequestBodyStream: Sendable {
    private enum Progress {
      case untouched
      case whole
      case cut
    }

    /// The timeout of a request body in seconds [E]. Within it the largest recording needs 1.7
    /// Mbit/s, and a recording of ten seconds a tenth of that.
    static let mostSeconds: Int64 = 120

    /// The time in seconds for the response to reach a client that is still sending.
    private static let lingerSeconds: Int64 = 2

    /// The value of `Content-Length`; nil without that header.
    let promisedBytes: Int?

    private let body: RequestBody
    private let channel: any Channel
    private let isThere: Bool
    private let progress = Mutex(Progress.untouched)
    private let limit: Scheduled<Void>?

    /// Creates the stream and starts its timeout.
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

    /// Passes the pieces to `take` until the body ends or `take` returns false.
    ///
    /// - Returns: Whether the body arrived completely or `take` stopped it.
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

    /// Reads an unread body of limited size, because the client reads the response after sending.
    /// Closes the connection after a delay when the body stays incomplete.
    ///
    /// - Returns: Whether the connection stays open.
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
