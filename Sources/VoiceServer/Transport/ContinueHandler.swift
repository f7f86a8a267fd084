// Clients that send `Expect: 100-continue` wait a second or more for this response and then send
// the body anyway (curl does for a recording). A refused body is refused during its transfer.

#if PlainServer
  internal import HTTPTypes
  internal import NIOCore
  internal import NIOHTTPTypes

  /// A handler that answers `Expect: 100-continue` (RFC 9110, 10.1.1).
  final class ContinueHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

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
