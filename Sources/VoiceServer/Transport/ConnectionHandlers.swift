// Clients that send `Expect: 100-continue` wait a second or more for this response and then send
// the body anyway (curl does for a recording). A refused body is refused during its transfer.

#if PlainServer
  internal import HTTPTypes
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOHTTPTypes

  /// A handler that answers `Expect: 100-continue` (RFC 9110, 10.1.1).
  final class ContinueHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    /// Adds the handler that needs the version of a request: the codec before this handler drops the version.
    func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      do {
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        let position = ChannelPipeline.SynchronousOperations.Position.after(parser)
        try pipeline.addHandler(PersistenceHandler(), position: position)
      } catch {
        context.close(promise: nil)
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if case .head(let request) = Self.unwrapInboundIn(data),
        request.headerFields[.expect]?.lowercased() == "100-continue"
      {
        context.writeAndFlush(
          Self.wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
      }
      context.fireChannelRead(data)
    }
  }

  // Persistence and framing of HTTP/1 that depend on the version and the method of a request. Hummingbird does not see the
  // version, and its encoder does not see the method.

  /// Rules for HTTP/1.0 (RFC 9112, 9.3 and C.2.2) and for HEAD (RFC 9110, 9.3.2), between parser and Hummingbird.
  final class PersistenceHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Requests without a complete response, oldest first.
    private var requests = CircularBuffer<HTTPRequestHead>()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .head(var request) = Self.unwrapInboundIn(data) else {
        context.fireChannelRead(data)
        return
      }
      requests.append(request)
      // Hummingbird closes a connection for exactly this value.
      if !request.isKeepAlive { request.headers.replaceOrAdd(name: "Connection", value: "close") }
      context.fireChannelRead(Self.wrapInboundOut(.head(request)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      switch Self.unwrapOutboundIn(data) {
      case .head(var response) where response.status.code >= 200:
        if let request = requests.first { response.adapt(to: request) }
        context.write(Self.wrapOutboundOut(.head(response)), promise: promise)
      case .end where requests.first?.method == .HEAD:
        requests.removeFirst()
        // The encoder would add the last chunk, which a client would parse as the next response.
        context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: promise)
      case .end:
        if !requests.isEmpty { requests.removeFirst() }
        context.write(data, promise: promise)
      default: context.write(data, promise: promise)
      }
    }
  }

  extension HTTPResponseHead {
    /// Confirms a persistent connection to an HTTP/1.0 client. A closing connection has no chunks.
    fileprivate mutating func adapt(to request: HTTPRequestHead) {
      guard request.version == .http1_0 else { return }
      let hasLength = headers.contains(name: "Content-Length")
      if !request.isKeepAlive {
        if !hasLength { version = .http1_0 }
      } else if hasLength, !headers.contains(name: "Connection") {
        headers.add(name: "Connection", value: "keep-alive")
      }
    }
  }
#endif
