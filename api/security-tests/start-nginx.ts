import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const nginx = ['/usr/sbin/nginx', '/usr/local/bin/nginx'].find(existsSync)

/** Why there is no nginx to test with; undefined if there is one. */
export const nginxSkipReason = nginx ? undefined : 'nginx is not installed (Debian: nginx-light)'

function findFreePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}

const isListening = (port: number) =>
  fetch(`http://127.0.0.1:${port}/edge-is-up`).then(
    (response) => response.ok,
    () => false,
  )

interface EdgeOptions {
  /** Port of the server behind it. */
  origin: number
  /** Prefixes that are denied to all. */
  denied: string[]
}

/** Starts nginx as a cache in front of a server, with its default cache key, and waits until it listens. */
export async function startNginxCache({ origin, denied }: EdgeOptions) {
  if (!nginx) throw new Error(nginxSkipReason)
  const folder = await mkdtemp(join(tmpdir(), 'edge-'))
  const port = await findFreePort()
  const rules = denied.map((prefix) => `location ^~ ${prefix} { return 403; }`).join('\n')
  const config = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http {
  access_log off; keepalive_timeout 0;
  large_client_header_buffers 4 64k;
  client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  proxy_cache_path ${folder}/cache keys_zone=responses:1m;
  server {
    listen 127.0.0.1:${port};
    add_header X-Edge-Path $uri always;
    add_header X-Edge-Cache $upstream_cache_status always;
    location = /edge-is-up { return 200; }
    ${rules}
    location / { proxy_pass http://127.0.0.1:${origin}; proxy_set_header Host $http_host; proxy_cache responses; }
  }
}`
  await writeFile(join(folder, 'nginx.conf'), config)
  const child = Bun.spawn([nginx, '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(await new Response(child.stderr).text())
    await Bun.sleep(20)
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
      await rm(folder, { recursive: true })
    },
  }
}
