import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acquireDataFolder } from '#db/data-folder-lock'
import { LOCK_FILE } from '#db/embedded-postgres'
import { assertPortAvailable } from './ports.ts'

let folder: string
let environment: Record<string, string>
const server = createServer()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodefield-ports-'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  environment = { PORT: String(typeof address === 'object' ? address?.port : 0), DATA_DIR: folder }
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

test('a port used by another program is rejected with another port suggested', async () => {
  await expect(assertPortAvailable(environment)).rejects.toThrow('choose another port: PORT=')
})

test("a start next to the project's own server says how to upgrade without a long break", async () => {
  const release = await acquireDataFolder(join(folder, LOCK_FILE), folder)
  await expect(assertPortAvailable(environment)).rejects.toThrow(
    `process ${process.pid} uses port ${environment.PORT} and the data folder. To deploy a new version, run npm run build while it is running, then stop it and run npm start`,
  )
  await release()
})
