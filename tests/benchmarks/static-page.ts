import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SITE_MANIFEST_FILE, type SiteManifest } from '#contract/site-manifest'
import { compare, perSecond, type Report, startServer } from './compare-servers.ts'
import { BASELINE_PORT, root, SERVER_PORT, startServerUnderTest } from './server-under-test.ts'

const PAGE = 'docs/investment-prospectus'

/** Starts nginx with one precompressed page, and sends these headers with it. */
async function startNginx(nginx: string, folder: string, headers: Record<string, string>) {
  await mkdir(folder, { recursive: true })
  // The brotli bytes under a plain name: every nginx can send them, with or without its brotli module.
  await Bun.write(join(folder, 'page.html'), Bun.file(join(root, `dist/site/${PAGE}.html.br`)))
  const config = join(folder, 'nginx.conf')
  const lines = Object.entries({ ...headers, 'Content-Encoding': 'br' })
    .map(([name, value]) => `add_header ${name} "${value}";`)
    .join(' ')
  await Bun.write(
    config,
    `daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http { access_log off; keepalive_requests 100000000; sendfile on; tcp_nopush on;
client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
server { listen 127.0.0.1:${BASELINE_PORT}; root ${folder}; location / { default_type text/html; ${lines} } } }`,
  )
  return startServer([nginx, '-c', config], BASELINE_PORT, '/page.html')
}

/** A page of the built site in its most common, precompressed form, against nginx sending the same bytes. */
export async function benchStaticPage(report: Report, work: string): Promise<void> {
  const nginx = ['/usr/sbin/nginx', '/usr/local/bin/nginx'].find(existsSync)
  if (!nginx) {
    process.stderr.write('  nginx is not installed: rows left out\n')
    return
  }
  const server = await startServerUnderTest(work)
  const { headers } = (await Bun.file(join(root, 'dist/server', SITE_MANIFEST_FILE)).json()) as SiteManifest
  // The headers are a fifth of the bytes, and slower to send.
  for (const [what, sent] of [
    ['', {}],
    [' with the same security headers', headers],
  ] as const) {
    const floor = await startNginx(nginx, join(work, `nginx${what.length}`), sent)
    const {
      ours,
      floor: bare,
      ratio,
    } = await compare(
      { port: SERVER_PORT, path: `/${PAGE}`, headers: ['Accept-Encoding: br'] },
      { port: BASELINE_PORT, path: '/page.html', headers: ['Accept-Encoding: br'] },
    )
    await floor.stop()
    report({
      what: `static page, brotli, against nginx${what}`,
      ours: perSecond(ours),
      floor: perSecond(bare),
      ratio,
      goal: '>= 0.9',
      reached: ratio >= 0.9,
    })
  }
  await server.stop()
}
