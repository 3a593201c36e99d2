/**
 * The server under test: the real one on the built site, with a separate empty database that is deleted when it stops.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildServer, builtServer } from '#build-server'
import { dataFolderNote } from './database.ts'
import { ADMIN_PASSWORD, ADMIN_PATH, ADMIN_USERNAME } from './panel.ts'
import { EMAIL_KEY } from './stored-emails.ts'

await buildServer()
const port = process.env.E2E_PORT ?? '4391'
const dataDir = await mkdtemp(join(tmpdir(), 'lodefield-e2e-'))
const note = dataFolderNote(port)
await mkdir(dirname(note), { recursive: true })
await writeFile(note, dataDir)

const server = Bun.spawn([process.execPath, '--preload', './scripts/parent-exit-watch.ts', builtServer], {
  env: {
    ...process.env,
    PORT: port,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ADMIN_PATH_SECRET: ADMIN_PATH,
    MAIL_KEY: EMAIL_KEY,
    ADMIN_USERNAME,
    ADMIN_PASSWORD,
    MARKET_FEED: 'simulated',
    RATE_LIMIT_SCALE: '100000',
    // A product rule: five failures lock an account here too.
    LOCKOUT_FAILURES: '5',
    // Several tests create administrators; the approvals journey has a separate server.
    DUAL_APPROVAL: process.env.DUAL_APPROVAL ?? 'off',
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
const code = await server.exited
for (const left of [note, dataDir]) await rm(left, { recursive: true, force: true })
process.exit(code)
