// Connections that nobody else reads. What they are made with is there with the trait `Server`, and takes minutes to
// build; without it whoever asks for such a connection is told.

#if PlainServer
  internal import HummingbirdCore
  internal import NIOCore

  #if Server
    internal import HummingbirdTLS
    internal import NIOSSL

    extension TLSConfiguration {
      /// The same for TLS 1.2 and later with forward secrecy and authenticated encryption alone (RFC 9325, 3.1.1 and
      /// 4.2): every browser since 2014 has them.
      fileprivate var strict: TLSConfiguration {
        var configuration = self
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
        return configuration
      }
    }

    /// The client's end of such connections.
    struct ClientTLS {
      private let context: NIOSSLContext

      /// - Parameter authorities: A PEM file of certificates that are trusted; nil for those of the system.
      init(trusting authorities: String?) throws {
        var configuration = TLSConfiguration.makeClientConfiguration().strict
        if let authorities { configuration.trustRoots = .file(authorities) }
        context = try NIOSSLContext(configuration: configuration)
      }

      /// Makes a connection to a host one of them.
      func add(to pipeline: ChannelPipeline.SynchronousOperations, for host: String) throws {
        // An address is no name that a server could be asked for by; it is held against the certificate as it is.
        let name = (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
        try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
      }
    }

    extension HTTPServerBuilder {
      /// The same over such connections, by the PEM files of a certificate chain and its key.
      func secured(by certificates: String, _ key: String) throws -> HTTPServerBuilder {
        let chain = try NIOSSLCertificate.fromPEMFile(certificates).map {
          NIOSSLCertificateSource.certificate($0)
        }
        let key = try NIOSSLPrivateKey(file: key, format: .pem)
        return try .tls(
          self,
          tlsConfiguration: TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(key)
          ).strict)
      }
    }
  #else
    /// There is no TLS in this program.
    private struct NoTLS: Error, CustomStringConvertible {
      let description = "this program was built without TLS; build it with `--traits Server`"
    }

    struct ClientTLS {
      init(trusting authorities: String?) throws { throw NoTLS() }

      func add(to pipeline: ChannelPipeline.SynchronousOperations, for host: String) throws {
        throw NoTLS()
      }
    }

    extension HTTPServerBuilder {
      func secured(by certificates: String, _ key: String) throws -> HTTPServerBuilder {
        throw NoTLS()
      }
    }
  #endif
#endif
