/** The server as run in production, with a separate database, for the benchmarks that call it. */
import { join, resolve } from 'node:path'
import { builtServer } from '#build-server'
import { startServer } from './compare-servers.ts'

export const root = resolve(import.meta.dirname, '../..')
export const SERVER_PORT = 4491
export const BASELINE_PORT = 4492
export const ADMIN_PASSWORD = 'Bench-only-1!'
export const ADMIN_SEGMENT = 'segment-only-for-the-bench'

/** Starts it with its data in `folder` and waits until `path` responds. */
export const startServerUnderTest = (
  folder: string,
  path = '/api/v1/ready',
  more: Record<string, string> = {},
) =>
  startServer([process.execPath, join(root, builtServer)], SERVER_PORT, path, {
    PORT: String(SERVER_PORT),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    ADMIN_PATH_SECRET: ADMIN_SEGMENT,
    MARKET_FEED: 'simulated',
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD,
    DEMO: 'false',
    ...more,
  })
