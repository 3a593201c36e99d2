import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseWatchlistFile } from './parse-watchlist.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'list-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(lines: string[], most: number, end = '\n') {
  const path = join(folder, 'list.csv')
  await writeFile(path, ['name,birth date,list,entry id', ...lines].join(end))
  return parseWatchlistFile(path, most)
}
const names = (count: number, birth = '') =>
  Array.from({ length: count }, (_, at) => `Listed Person,${birth},EU,${at}`)
const tooMany = { details: [{ path: '/file', message: 'The watchlist can contain up to 30 names' }] }

test.each([
  ['\n', 'a line feed'],
  ['\r\n', 'both'],
  ['\r', 'a carriage return'],
])(
  'rejects a watchlist with too many names before checking its lines, with %j as the line ending: %s',
  async (end) => {
    await expect(read(names(31, '1962-02-31'), 30, end)).rejects.toMatchObject(tooMany)
    await expect(read(names(30, '1962-02-31'), 30, end)).rejects.toMatchObject({
      details: [{ message: expect.stringContaining('Line 2: birth date') }, ...Array(19).fill({})],
    })
  },
)

test('does not count duplicate names, empty lines and the heading', async () => {
  const twice = [...names(30), ...names(5), '', ' Listed Person ,,EU,7', '']
  expect((await read(twice, 30)).names).toHaveLength(30)
})
