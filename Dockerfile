# The server with the built site. PostgreSQL is beside it, see compose.yaml.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json bun.lock ./
COPY patches patches
RUN npx --yes bun@1.4.5 install --frozen-lockfile
COPY . .
# Address visitors use: the build writes it into canonical links, the sitemap and previews. Without it links name no host.
ARG PUBLIC_ORIGIN=
RUN PUBLIC_ORIGIN="$PUBLIC_ORIGIN" npx --yes bun@1.4.5 run scripts/build.ts

# What runs needs neither the tools of the build nor the embedded database, nor what packages expect of a build (TypeScript).
FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json bun.lock ./
COPY patches patches
RUN npx --yes bun@1.4.5 install --frozen-lockfile --production --omit=optional --omit=peer

FROM debian:bookworm-slim
WORKDIR /app
COPY --from=build /app/node_modules/bun/bin/bun.exe /usr/local/bin/bun
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY drizzle drizzle
COPY api api
COPY scripts scripts
COPY shared shared
COPY content/compliance content/compliance
RUN mkdir /data && chown 10001:10001 /data
# What is copied for a while goes to the volume too: /tmp may be memory.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data TMPDIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 4321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 \
  CMD ["bun", "-e", "const r = await fetch('http://127.0.0.1:' + process.env.PORT + '/api/v1/ready'); process.exit(r.ok ? 0 : 1)"]
CMD ["bun", "dist/server/program/server.js"]
