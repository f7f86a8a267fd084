// Clients that ask before they send a body are told to: without a word they wait a second or more, and send it all the
// same (curl does for a recording). What is refused is refused while it comes, as from those that do not ask.

#if PlainServer
  internal import HTTPTypes
  internal import NIOCore
  internal import NIOHTTPTypes

  /// Answers `Expect: 100-continue` (RFC 9110, 10.1.1).
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
