// One connection per request: sync sends few requests, each with a complete session, so a
// connection pool would not help.

#if PlainServer
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import RecordStore

  /// A remote server over HTTP/1.1.
  package struct HTTPRemoteServer: RemoteServer {
    /// The connect timeout and the read idle timeout in seconds [E].
    private static let (connectSeconds, silentSeconds): (Int64, Int64) = (15, 120)

    private let address: RemoteAddress
    private let token: String
    private let group: MultiThreadedEventLoopGroup
    private let tls: ClientTLS?

    /// Creates a client for an address.
    /// - Parameters:
    ///   - token: The staff token of the program; error messages do not contain it.
    ///   - authorities: A PEM file of trusted certificates; nil for the system trust store.
    package init(
      at address: RemoteAddress, token: String, authorities: String? = nil
    ) throws(RemoteServerError) {
      (self.address, self.token, group) = (address, token, .singleton)
      guard address.isSecure else {
        tls = nil
        return
      }
      do {
        tls = try ClientTLS(trusting: authorities)
      } catch {
        throw .unreachable("TLS is unavailable: \(error)")
      }
    }

    package func send(_ request: RemoteRequest) async throws(RemoteServerError) -> RemoteResponse {
      do {
        let reply = group.next().makePromise(of: RemoteResponse.self)
        let channel: any Channel
        do {
          channel = try await connect(reply)
        } catch {
          reply.fail(error)
          throw error
        }
        write(request, to: channel)
        return try await reply.futureResult.get()
      } catch let fault as RemoteServerError {
        throw fault
      } catch {
        throw .unreachable("\(error)")
      }
    }

    private func connect(_ reply: EventLoopPromise<RemoteResponse>) async throws -> any Channel {
      let (tls, host) = (tls, address.host)
      return try await ClientBootstrap(group: reply.futureResult.eventLoop)
        .connectTimeout(.seconds(Self.connectSeconds))
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try tls?.add(to: pipeline, for: host)
            try pipeline.addHandler(IdleStateHandler(readTimeout: .seconds(Self.silentSeconds)))
            try pipeline.addHTTPClientHandlers()
            try pipeline.addHandler(AnswerHandler(reply))
          }
        }
        .connect(host: host, port: address.port).get()
    }

    private func write(_ request: RemoteRequest, to channel: any Channel) {
      var headers = HTTPHeaders([
        ("Host", address.authority), ("Connection", "close"), ("Accept", "*/*"),
        ("Authorization", "Bearer \(token)"), ("Content-Length", "\(request.body.count)"),
      ])
      for header in request.headers { headers.add(name: header.name, value: header.value) }
      let head = HTTPRequestHead(
        version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue),
        uri: address.path + request.target, headers: headers)
      channel.write(HTTPClientRequestPart.head(head), promise: nil)
      if !request.body.isEmpty {
        let bytes = ByteBuffer(bytes: request.body)
        channel.write(HTTPClientRequestPart.body(.byteBuffer(bytes)), promise: nil)
      }
      // A write error closes the channel, and `AnswerHandler` fails the promise.
      channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    }
  }

  /// A handler that assembles one response.
  private final class AnswerHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let promise: EventLoopPromise<RemoteResponse>
    private var head: HTTPResponseHead?
    private var body: [UInt8] = []
    private var isDone = false

    init(_ promise: EventLoopPromise<RemoteResponse>) { self.promise = promise }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        // Informational responses such as 100 Continue precede the response.
        if head.status.code >= 200 { self.head = head }
      case .body(let bytes):
        guard body.count + bytes.readableBytes <= 2 * SyncBundle.mostBytes else {
          return end(.failure(.strange("response exceeds the size limit")), context)
        }
        body += bytes.readableBytesView
      case .end:
        guard let head else { return }
        let headers = Dictionary(
          head.headers.map { ($0.name.lowercased(), $0.value) },
          uniquingKeysWith: { $0 + ", " + $1 })
        end(.success(RemoteResponse(Int(head.status.code), headers: headers, body: body)), context)
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is IdleStateHandler.IdleStateEvent {
        end(.failure(.unreachable("no response in time")), context)
      } else {
        context.fireUserInboundEventTriggered(event)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      end(.failure(.unreachable("\(error)")), context)
    }

    func channelInactive(context: ChannelHandlerContext) {
      end(.failure(.unreachable("connection closed")), context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      end(.failure(.unreachable("connection closed")), context)
    }

    private func end(
      _ answer: Result<RemoteResponse, RemoteServerError>, _ context: ChannelHandlerContext
    ) {
      guard !isDone else { return }
      isDone = true
      promise.completeWith(answer.mapError { $0 as any Error })
      context.close(promise: nil)
    }
  }
#endif
