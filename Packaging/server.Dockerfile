# The onboarding page and its interface in a container. From the folder above:
#
#     docker build -f Packaging/server.Dockerfile -t sagevoice-server .
#     docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#       -p 127.0.0.1:8080:8080 -v sagevoice-store:/var/lib/sagevoice sagevoice-server
#
# and http://127.0.0.1:8080 in a browser of the same machine. For other machines a proxy speaks TLS before it: add
# `--behind-proxy` behind the name of the image, and see Packaging/nginx.conf. Other commands:
# docker run --entrypoint sagevoice -v sagevoice-store:/var/lib/sagevoice sagevoice-server records list --store /var/lib/sagevoice/store
FROM swift:6.3.1-bookworm AS build
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    pkg-config libsndfile1-dev libfftw3-dev libsqlite3-dev libarchive-dev libpq-dev libsodium-dev zlib1g-dev \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN swift build -c release --traits Server --static-swift-stdlib -Xlinker -s --product sagevoice-server \
  && swift build -c release --traits Server --static-swift-stdlib -Xlinker -s --product sagevoice \
  && install -D -m 0755 -t /built .build/release/sagevoice .build/release/sagevoice-server

FROM debian:bookworm-slim
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    libarchive13 libfftw3-double3 libpq5 libsndfile1 libsodium23 libsqlite3-0 zlib1g \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent \
    --shell /usr/sbin/nologin sagevoice \
  && install -d -o sagevoice -g sagevoice -m 0700 /var/lib/sagevoice
COPY --from=build /built/ /usr/bin/
COPY --from=build /source/LICENSE /usr/share/doc/sagevoice/copyright
USER sagevoice
VOLUME ["/var/lib/sagevoice"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["sagevoice-server", "serve", "--store", "/var/lib/sagevoice/store", "--bind", "0.0.0.0:8080"]
