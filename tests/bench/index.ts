/**
 * `bun run bench`: what the server does against a floor beside it, as ratios within one run.
 * Needs a built site; nginx is used when it is installed. Writes `.cache/bench.json`.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { benchGrowth } from './growth.ts'
import { benchInvestorReads } from './investor-reads.ts'
import { benchMarket } from './market.ts'
import { compare, median, type Row, startServer } from './measure.ts'
import { benchSessions } from './sessions.ts'

const OURS = 4491
const FLOOR = 4492
const root = resolve(import.meta.dir, '../..')
const work = await mkdtemp(join(tmpdir(), 'lodefield-bench-'))
const rows: Row[] = []

const environment = {
  PORT: String(OURS),
  DATA_DIR: join(work, 'data'),
  MARKET_FEED: 'simulated',
  RATE_LIMIT_SCALE: '1000000',
  LOG_LEVEL: 'warn',
  ADMIN_PASSWORD: 'Bench-only-1!',
  DEMO: 'false',
}
const bun = process.execPath
const perSecond = (value: number) => `${Math.round(value).toLocaleString('en-US')}/s`
const report = (row: Row) => {
  rows.push(row)
  process.stderr.write(`  ${row.what}: ${row.ratio.toFixed(2)}\n`)
}

async function benchCachedReads(): Promise<void> {
  const paths = [
    'settings',
    'contact-departments',
    'market-data',
    'crypto-prices',
    'chart-data/BTC/24h',
    'market-intelligence',
  ].map((path) => `/api/v1/${path}`)
  for (const path of paths) {
    const answer = await fetch(`http://127.0.0.1:${OURS}${path}`)
    const source = join(work, 'floor.json')
    await Bun.write(source, await answer.text())
    const floor = await startServer(
      [bun, join(root, 'tests/bench/floor-server.ts'), String(FLOOR), source],
      FLOOR,
      '/',
    )
    const { ours, floor: bare, ratio } = await compare({ port: OURS, path }, { port: FLOOR, path: '/' })
    await floor.stop()
    report({
      what: `GET ${path} against a bare Bun.serve`,
      ours: perSecond(ours),
      floor: perSecond(bare),
      ratio,
      goal: '>= 0.9',
      reached: ratio >= 0.9,
    })
  }
}

async function benchStaticPage(): Promise<void> {
  const nginx = ['/usr/sbin/nginx', '/usr/local/bin/nginx'].find(existsSync)
  if (!nginx) {
    process.stderr.write('  static page: nginx is not installed, row left out\n')
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
  report({
    what: 'static page, brotli, against nginx',
    ours: perSecond(ours),
    floor: perSecond(bare),
    ratio,
    goal: '>= 0.9',
    reached: ratio >= 0.9,
  })
}

/** Time until the first answer, embedded database included, data present. */
async function benchColdStart(): Promise<void> {
  const ours: number[] = []
  const floor: number[] = []
  for (let round = 0; round < 5; round++) {
    const server = await startServer([bun, join(root, 'api/server.ts')], OURS, '/api/v1/health', environment)
    ours.push(server.readyAfter)
    await server.stop()
    const bare = await startServer(
      [bun, join(root, 'tests/bench/elysia-floor.ts'), String(FLOOR)],
      FLOOR,
      '/',
    )
    floor.push(bare.readyAfter)
    await bare.stop()
  }
  const ratio = median(ours) / median(floor)
  report({
    what: 'ready after start, embedded database and data present, against a 1-route Elysia',
    ours: `${Math.round(median(ours))} ms`,
    floor: `${Math.round(median(floor))} ms`,
    ratio,
    goal: '<= 4',
    reached: ratio <= 4,
  })
}

const server = await startServer([bun, join(root, 'api/server.ts')], OURS, '/api/v1/ready', environment)
try {
  await benchCachedReads()
  await benchStaticPage()
} finally {
  await server.stop()
}
await benchColdStart()
await benchInvestorReads(work, report)
await benchGrowth(report)
await benchMarket(report)
await benchSessions(report)
await rm(work, { recursive: true, force: true })

const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  bun: Bun.version,
}
await Bun.write(join(root, '.cache/bench.json'), JSON.stringify({ machine, rows }, null, 2))
console.table(rows.map(({ ratio, ...row }) => ({ ...row, ratio: ratio.toFixed(2) })))
console.log(`${machine.cores} x ${machine.cpu}, ${machine.memory_gib} GiB, Bun ${machine.bun}`)
