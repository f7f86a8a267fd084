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
#endif
