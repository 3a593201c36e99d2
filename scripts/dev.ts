/**
 * `npm run dev`: pages with live reload on one port, the API behind it, restarted when its code changes. The database
 * keeps running between restarts.
 */
import { resolve } from 'node:path'
import { projectRoot } from '#shared/project-root'
import { installPackages } from './install.ts'
import { onParentExit } from './parent-processes.ts'
import { assertPortAvailable, findFreePort } from './ports.ts'
import { getBunPath } from './run-child-process.ts'
import { print, runMain, runStep } from './terminal-output.ts'

interface RunningDatabase {
  url: string
  serverUrl: string
  stop: () => Promise<void>
}

async function openDatabase(): Promise<RunningDatabase> {
  const { DATABASE_URL: serverUrl, DATABASE_OWNER_URL, DATABASE_DIRECT_URL } = process.env
  const ownerUrl = DATABASE_OWNER_URL || DATABASE_DIRECT_URL || serverUrl
  if (serverUrl && ownerUrl) return { url: ownerUrl, serverUrl, stop: async () => {} }
  // Imported here: before the installation there is no driver.
  const { startEmbedded } = await import('#db/embedded-postgres')
  return startEmbedded(resolve(projectRoot, process.env.DATA_DIR || '.data'))
}

const spawn = (command: string[], env: Record<string, string>) =>
  Bun.spawn([getBunPath(), ...command], {
    cwd: projectRoot,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })

await runMain(async () => {
  process.chdir(projectRoot)
  await assertPortAvailable()
  await installPackages()
  const port = process.env.PORT || '4321'
  const origin = `http://localhost:${port}`
  const apiPort = String(await findFreePort())
  const database = await runStep('Starting the database', openDatabase)

  // Imported here, like the driver. The pages need the panel's path.
  const { getOrCreateSecret } = await import('#secrets')
  const folder = resolve(projectRoot, process.env.DATA_DIR || '.data')
  const adminPath = process.env.ADMIN_PATH_SECRET || (await getOrCreateSecret(folder, 'admin-path'))

  const api = spawn(['--watch', '--no-clear-screen', 'api/server.ts', `--announce=${origin}`], {
    PORT: apiPort,
    HOST: '127.0.0.1',
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.url,
    ADMIN_PATH_SECRET: adminPath,
    DEMO: process.env.DEMO || 'true',
    MARKET_FEED: process.env.MARKET_FEED || 'simulated',
  })
  const pages = spawn(['--bun', 'run', 'astro', 'dev', '--port', port], {
    API_ORIGIN: `http://127.0.0.1:${apiPort}`,
    ADMIN_PATH_SECRET: adminPath,
  })
  print(`Site and API: ${origin}/. Press Ctrl-C to stop both.`)

  const stop = () => {
    api.kill('SIGTERM')
    pages.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  onParentExit(stop)
  // One is useless without the other.
  await Promise.race([api.exited, pages.exited])
  stop()
  await Promise.all([api.exited, pages.exited])
  await database.stop()
  return 0
})
