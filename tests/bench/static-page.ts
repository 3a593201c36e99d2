import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { compare, perSecond, type Report, startServer } from './measure.ts'
import { FLOOR, OURS, root, startOurs } from './our-server.ts'

/** A page of the built site as it leaves most often, compressed beforehand, against nginx sending the same bytes. */
export async function benchStaticPage(report: Report, work: string): Promise<void> {
  const nginx = ['/usr/sbin/nginx', '/usr/local/bin/nginx'].find(existsSync)
  if (!nginx) {
    process.stderr.write('  nginx is not installed: row left out\n')
    return
  }
  const folder = join(work, 'nginx')
  await mkdir(folder, { recursive: true })
  // The brotli bytes under a plain name: every nginx can send them, with or without its brotli module.
  await Bun.write(
    join(folder, 'page.html'),
    Bun.file(join(root, 'dist/site/docs/investment-prospectus.html.br')),
  )
  const config = join(folder, 'nginx.conf')
  await Bun.write(
    config,
    `daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http { access_log off; keepalive_requests 100000000; sendfile on; tcp_nopush on;
client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
server { listen 127.0.0.1:${FLOOR}; root ${folder}; location / { default_type text/html; add_header Content-Encoding br; } } }`,
  )
  const server = await startOurs(work)
  const floor = await startServer([nginx, '-c', config], FLOOR, '/page.html')
  const {
    ours,
    floor: bare,
    ratio,
  } = await compare(
    { port: OURS, path: '/docs/investment-prospectus', headers: ['Accept-Encoding: br'] },
    { port: FLOOR, path: '/page.html', headers: ['Accept-Encoding: br'] },
  )
  await floor.stop()
  await server.stop()
  report({
    what: 'static page, brotli, against nginx',
    ours: perSecond(ours),
    floor: perSecond(bare),
    ratio,
    goal: '>= 0.9',
    reached: ratio >= 0.9,
  })
}
