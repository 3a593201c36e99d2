import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { findOwner } from '#db/data-folder-lock'
import { projectRoot } from '#shared/project-root'
import { CommandError } from './terminal-output.ts'

/** Whether nothing listens on a port. */
function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/** Throws a line with the remedy if the port is taken, before any other work. */
export async function assertPortAvailable(
  environment: Record<string, string | undefined> = process.env,
): Promise<void> {
  const text = environment.PORT || '4321'
  const port = Number(text)
  // An invalid port is reported by the server, with the rest of its configuration.
  if (!/^\d+$/.test(text) || port === 0 || port > 65_535) return
  if (await isPortFree(port, environment.HOST || '127.0.0.1')) return
  // The name is that of `LOCK_FILE`, whose module needs packages.
  const folder = resolve(projectRoot, environment.DATA_DIR || '.data')
  const owner = await findOwner(join(folder, 'postgres.lock'))
  if (owner !== undefined) {
    throw new CommandError(
      `Lodefield is already running: process ${owner} uses port ${port} and the data folder. To deploy a new version, run npm run build while it is running, then stop it and run npm start.`,
    )
  }
  const other = port < 65_535 ? port + 1 : 4321
  throw new CommandError(
    `Port ${port} is already in use. Stop the process using it, or choose another port: PORT=${other} npm start`,
  )
}

/**
 * A free port, and free ones at these distances above it, below the range from which systems take ports for outgoing
 * connections: a server that starts later still finds it free.
 */
export async function findServerPort(distances: readonly number[] = []): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 28_000)
    const all = [0, ...distances].map((distance) => isPortFree(port + distance, '127.0.0.1'))
    if ((await Promise.all(all)).every(Boolean)) return port
  }
}

/** A port that nothing currently listens on. */
export function findFreePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
