#if PlainServer
  internal import Hummingbird
  internal import HummingbirdCore
  package import Logging
  internal import NIOCore
  internal import HTTPTypes
  internal import ServiceLifecycle
  internal import UnixSignals

  /// The address and limits of a listening socket.
  package struct ListeningAddress: Sendable {
    /// A host name or an address of this machine.
    package let host: String

    /// The port; 0 for an ephemeral port.
    package let port: Int

    /// The PEM files of certificate chain and key; nil for plain HTTP.
    package var tls: (certificates: String, key: String)?

    package var proxies = TrustedProxies.none

    /// The maximum number of open connections; others wait in the backlog [E]. Half of the file
    /// descriptor limit of the service.
    package var mostConnections = 4096

    /// Parses `HOST:PORT`; nil for any other text.
    package init?(_ text: String) {
      guard let colon = text.lastIndex(of: ":"),
        let port = UInt16(text[text.index(after: colon)...])
      else { return nil }
      let host = text[..<colon]
      guard !host.isEmpty else { return nil }
      let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
      self.host = String(isBracketed ? host.dropFirst().dropLast() : host)
      self.port = Int(port)
    }

    /// The host, or the addresses of all network interfaces for a wildcard address.
    package var hosts: [String] {
      guard ["0.0.0.0", "::"].contains(host) else { return [host] }
      let devices = (try? System.enumerateDevices()) ?? []
      return devices.compactMap { $0.address?.ipAddress }
    }
  }

  package struct HTTPServer: Sendable {
    /// The idle timeout of a connection in seconds.
    private static let idleSeconds: Int64 = 60

    /// The listen backlog. After a restart all pages reconnect at once, and a refused client waits
    /// a second; the system limit is `net.core.somaxconn`.
    private static let mostWaiting = 4096

    private let table: RouteTable
    private let desk: ServerContext
    private let address: ListeningAddress
    private let logger: Logger
    private let threads: BlockingThreadPool

    package init(_ desk: ServerContext, at address: ListeningAddress, logger: Logger) {
      var desk = desk
      let threads = BlockingThreadPool(BlockingThreadPool.forDisks)
      desk.threads = threads
      desk.heavyThreads = BlockingThreadPool(BlockingThreadPool.forCores)
      (self.desk, self.address, self.logger, self.threads) = (desk, address, logger, threads)
      table = RouteTable(desk)
    }

    /// Serves requests until SIGTERM or SIGINT, then shuts down gracefully.
    ///
    /// - Parameter isListening: Receives the port when the socket accepts connections.
    package func run(_ isListening: @escaping @Sendable (Int) -> Void) async throws(ServerFault) {
      let builder: HTTPServerBuilder
      do {
        builder = try self.builder()
      } catch {
        throw .network("--tls-cert, --tls-key: \(error)")
      }
      desk.resumeMigrations()
      desk.resumeUploadDelivery()
      let expiry = Task { [desk] in await desk.removeExpiredHourly() }
      defer { expiry.cancel() }
      let (table, threads, intake) = (table, threads, desk.intake)
      let proxies = address.proxies
      let responder = CallbackResponder<CallContext> { request, context in
        let body = RequestBodyStream(of: request, on: context.channel)
        let reply = await withTaskExecutorPreference(threads) {
          await table.answer(
            APIRequest(
              request, context,
              body: APIRequestBody(
                promisedBytes: body.promisedBytes, share: BodyMemoryReservation(of: intake),
                pieces: body.pieces), proxies))
        }
        return Response(reply, to: request, isLast: await !body.finish())
      }
      let application = Application(
        responder: responder, server: builder,
        configuration: ApplicationConfiguration(
          address: .hostname(address.host, port: address.port), backlog: Self.mostWaiting,
          availableConnectionsDelegate: MaximumAvailableConnections(address.mostConnections)),
        onServerRunning: { channel in isListening(channel.localAddress?.port ?? 0) },
        logger: logger)
      let group = ServiceGroup(
        configuration: ServiceGroupConfiguration(
          services: [GracefulShutdown(application: application, desk: desk)],
          gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
      do {
        try await group.run()
      } catch {
        await desk.stop()
        throw .network("--bind: \(error)")
      }
      await desk.stop()
    }

    private func builder() throws -> HTTPServerBuilder {
      let plain = HTTPServerBuilder.http1(
        configuration: .init(
          additionalChannelHandlers: [ContinueHandler()], idleTimeout: .seconds(Self.idleSeconds)))
      return try address.tls.map { try plain.secured(by: $0.certificates, $0.key) } ?? plain
    }
  }

  /// A service that stops the server context on graceful shutdown, because the shutdown waits for
  /// open streams.
  private struct GracefulShutdown<App: ApplicationProtocol>: Service {
    let application: App
    let desk: ServerContext

    func run() async throws {
      try await withGracefulShutdownHandler {
        try await application.run()
      } onGracefulShutdown: {
        Task { await desk.stop() }
      }
    }
  }

  /// The connection of a request.
  struct CallContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    /// The remote address; empty when unknown.
    let peer: String

    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
      coreContext = .init(source: source)
      channel = source.channel
      peer = source.channel.remoteAddress?.ipAddress ?? ""
    }
  }

  extension APIRequest {
    fileprivate init(
      _ request: Request, _ context: CallContext, body: APIRequestBody, _ proxies: TrustedProxies
    ) {
      let method = Method(rawValue: request.method.rawValue) ?? .other
      var headers = request.headers.map { (name: $0.name.rawName, value: $0.value) }
      // HTTP/1 has the host in its request head.
      if let host = request.head.authority { headers.append(("Host", host)) }
      let forwarded = headers.filter { $0.name.lowercased() == "x-forwarded-for" }
        .map { $0.value }
      self.init(
        method, request.uri.path,
        query: Dictionary(
          request.uri.queryParameters.map { (String($0.key), String($0.value)) },
          uniquingKeysWith: { first, _ in first }),
        headers: headers,
        body: body, peer: proxies.sender(at: context.peer, forwardedFor: forwarded))
    }
  }

  extension Response {
    /// Creates a Hummingbird response. The slot of the reply is released after the last byte.
    ///
    /// - Parameter isLast: Whether the connection closes after the response.
    fileprivate init(_ reply: APIResponse, to request: Request, isLast: Bool) {
      var fields = HTTPFields()
      if isLast || reply.isStream || request.headers[.connection] == "close" {
        fields[.connection] = "close"
      }
      for header in reply.headers {
        guard let name = HTTPField.Name(header.name) else { continue }
        fields.append(HTTPField(name: name, value: header.value))
      }
      let body: ResponseBody =
        switch reply.content {
        case .none where request.method == .head && reply.header("Content-Length") == nil:
          // The length of content that was not made is unknown; an empty body has the length 0.
          ResponseBody { writer in try await writer.finish(nil) }
        case .none: ResponseBody()
        case .bytes(let bytes) where reply.share == nil:
          ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .bytes(let bytes):
          // Writes in pieces, so that a slow client occupies the slot until the end.
          ResponseBody(contentLength: bytes.count) { writer in
            defer { withExtendedLifetime(reply.share) {} }
            for start in stride(from: 0, to: bytes.count, by: SentFile.pieceBytes) {
              let end = min(start + SentFile.pieceBytes, bytes.count)
              try await writer.write(ByteBuffer(bytes: bytes[start..<end]))
            }
            try await writer.finish(nil)
          }
        case .stream(let pieces):
          ResponseBody { writer in
            defer { withExtendedLifetime(reply.share) {} }
            try await request.body.consumeWithCancellationOnInboundClose { _ in
              for await piece in pieces { try await writer.write(ByteBuffer(bytes: piece)) }
            }
            try await writer.finish(nil)
          }
        case .file(let file):
          ResponseBody(contentLength: file.size) { writer in
            defer { withExtendedLifetime(reply.share) {} }
            var sent = 0
            while sent < file.size {
              let piece = try file.piece(from: sent)
              guard !piece.isEmpty else { throw ChannelError.eof }
              try await writer.write(ByteBuffer(bytes: piece))
              sent += piece.count
            }
            try await writer.finish(nil)
          }
        }
      self.init(status: .init(code: reply.status), headers: fields, body: body)
    }
  }
#endif
