import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acquireDataFolder } from '#db/data-folder-lock'
import { LOCK_FILE } from '#db/embedded'
import { requireFreePort } from './ports.ts'

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

test('a port that another program uses is refused with another port', async () => {
  await expect(requireFreePort(environment)).rejects.toThrow('choose another one: PORT=')
})

test('a start beside the own server says how to upgrade without a long break', async () => {
  const release = await acquireDataFolder(join(folder, LOCK_FILE), folder)
  await expect(requireFreePort(environment)).rejects.toThrow(
    `the process ${process.pid} uses port ${environment.PORT} and the data folder. For a new version run npm run build beside it, then stop it and run npm start`,
  )
  await release()
})
