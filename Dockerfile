# Mailwright without its sources of tests and screens, as a user without rights, in one process. The exact Node that runs it comes with the packages.
# Name bases by digest where you build: docker buildx imagetools inspect node:24-bookworm-slim debian:bookworm-slim
ARG BUILD_BASE=node:24-bookworm-slim
ARG BASE=debian:bookworm-slim

FROM ${BUILD_BASE} AS build
# What the Node of the packages needs and a slim base lacks.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/mailwright
COPY . .
# With what is for building, the screens; then again with what runs alone. Copies of the sources without types are made
# here, so that nothing need be written beside the data.
RUN npm ci && npm ci --omit=dev \
  && rm -rf node_modules/.cache && node_modules/.bin/node bin/without-types.mjs \
  && find src -name '*.test.ts' -delete \
  # For compilers and debuggers alone: headers of Node, maps, types of packages.
  && rm -rf node_modules/node/node_modules/node-linux-*/include \
  && find node_modules/ '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' ')' -type f -delete

FROM ${BASE}
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
RUN groupadd --system --gid 10001 mailwright \
  && useradd --system --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin mailwright \
  && install -d -o mailwright -g mailwright -m 700 /data
WORKDIR /srv/mailwright
COPY --from=build /srv/mailwright/package.json /srv/mailwright/LICENSE ./
COPY --from=build /srv/mailwright/node_modules node_modules
COPY --from=build /srv/mailwright/clients/typescript clients/typescript
COPY --from=build /srv/mailwright/examples examples
COPY --from=build /srv/mailwright/bin bin
COPY --from=build /srv/mailwright/dist dist
COPY --from=build /srv/mailwright/src src
ENV MAILWRIGHT_HOST=0.0.0.0 MAILWRIGHT_PORT=8080 MAILWRIGHT_DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# A process without the role web has no port: see compose.yaml.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["bin/mailwright"]
CMD ["serve"]
