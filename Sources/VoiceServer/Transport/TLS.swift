// TLS exists only with the package trait `Server`, because its dependencies build for minutes.
// Without it these functions throw.

#if PlainServer
  internal import HummingbirdCore
  internal import NIOCore

  #if Server
    internal import HummingbirdTLS
    internal import NIOSSL

    extension TLSConfiguration {
      /// A copy for TLS 1.2 and later with forward secrecy and authenticated encryption only (RFC
      /// 9325, 3.1.1 and 4.2); every browser since 2014 supports this.
      fileprivate var strict: TLSConfiguration {
        var configuration = self
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
        return configuration
      }
    }

    struct ClientTLS {
      private let context: NIOSSLContext

      /// Creates a configuration.
      /// - Parameter authorities: A PEM file of trusted certificates; nil for the system trust
      ///   store.
      init(trusting authorities: String?) throws {
        var configuration = TLSConfiguration.makeClientConfiguration().strict
        if let authorities { configuration.trustRoots = .file(authorities) }
        context = try NIOSSLContext(configuration: configuration)
      }

      func add(to pipeline: ChannelPipeline.SynchronousOperations, for host: String) throws {
        // SNI allows no IP addresses; the certificate is then checked against the address.
        let name = (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
        try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
      }
    }

    extension HTTPServerBuilder {
      /// Returns the builder with TLS, from the PEM files of a certificate chain and its key.
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
    /// The error of a program without TLS.
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
