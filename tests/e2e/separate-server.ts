/** Servers next to the shared one, for tests that need a different setup. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'

/** Starts another instance of the test server, at a port and with a separate database. */
export async function startOwnServer(port: string, settings: Record<string, string>) {
  const origin = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['tests/e2e/start-server.ts'], {
    env: { ...process.env, ...settings, E2E_PORT: port },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const isReady = () =>
    fetch(`${origin}/api/v1/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 60_000, intervals: [250] }).toBe(true)
  return {
    origin,
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}
