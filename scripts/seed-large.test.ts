import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#db/seed/factories'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { createProgressBar } from './progress-bar.ts'

let store: TestDatabase
let dataDir: string
beforeAll(async () => {
  store = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'lodefield-large-'))
})
afterAll(async () => {
  await store.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function seedLarge(...words: string[]) {
  const child = Bun.spawn([process.execPath, `${import.meta.dirname}/seed-large.ts`, ...words], {
    env: { ...process.env, DATABASE_URL: store.url, DATA_DIR: dataDir, DEMO_PASSWORD: 'Only-for-tests-1!' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { status: await child.exited, said: said + errors }
}

const countUsers = async () => (await store.sql`select count(*) as users from users`)[0]?.users

test('leaves a database with only investors unless told to add, adds once, and reports what it did', async () => {
  await createUser(store.db)
  const refused = await seedLarge('--scale', '0.001')
  expect(refused.status).toBe(1)
  expect(refused.said).toContain('already contains 1 investor; nothing was added')
  expect(await countUsers()).toBe(1)

  const added = await seedLarge('--scale', '0.001', '--add')
  expect(added.status).toBe(0)
  expect(added.said).toMatch(/transactions .*100 % {2}1,000 of 1,000/)
  expect(added.said).toMatch(/Added and analyzed in [\d.]+ s/)
  expect(await countUsers()).toBe(11)

  const again = await seedLarge('--add')
  expect(again).toEqual({ status: 0, said: expect.stringContaining('already exists; nothing was added') })
  expect(await countUsers()).toBe(11)
  expect((await seedLarge('--scale', 'much')).status).toBe(1)
})

test('stores the files of pending verifications in the data folder, encrypted', async () => {
  const files = await store.sql`select filename from verification_files order by filename`
  const stored = (await readdir(join(dataDir, 'uploads'))).filter((name) => name.startsWith('evidence-'))
  expect(stored.length).toBeGreaterThan(0)
  expect(stored.toSorted()).toEqual(files.map(({ filename }) => filename))
})

test('the bar redraws one line on a terminal and elsewhere writes a line per tenth', () => {
  const draw = (isTTY: boolean) => {
    let written = ''
    const bar = createProgressBar({
      isTTY,
      write: (text: string | Uint8Array) => {
        written += text
        return true
      },
    })
    for (let done = 0; done <= 1000; done++) bar.show('rows', done, 1000)
    bar.show('others', 1, 1)
    bar.finish()
    return written
  }
  expect(draw(true).split('\n')).toHaveLength(3)
  expect(draw(true)).toContain(
    `\r[lodefield] rows           ${'█'.repeat(15)}${'░'.repeat(15)}  50 %  500 of 1,000`,
  )
  expect(draw(false).split('\n')).toHaveLength(13)
  expect(draw(false)).not.toContain('\r')
})
