import { EventEmitter } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { yamlFile } from './yaml-file.ts'

test('a file with a mistake keeps the last good content, and its correction is picked up', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lodefield-yaml-'))
  const file = join(folder, 'faq.yaml')
  const write = (text: string) => writeFile(file, `questions:\n  - id: one\n${text}`)
  const entries = new Map<string, unknown>()
  const said: string[] = []
  const watcher = new EventEmitter()
  await write('    title: One\n')
  await yamlFile('faq.yaml', { items: 'questions' }).load({
    config: { root: pathToFileURL(`${folder}/`) },
    store: { clear: () => entries.clear(), set: (entry: { id: string }) => entries.set(entry.id, entry) },
    parseData: async ({ data }: { data: unknown }) => data,
    generateDigest: () => '',
    logger: { error: (line: string) => said.push(line) },
    watcher: Object.assign(watcher, { add: () => {} }),
    // The loader uses these parts of Astro's context, and no others.
  } as never)

  await write('  - id: two\n   title: [\n')
  watcher.emit('change', file)
  await vi.waitFor(() => expect(said.join()).toContain('faq.yaml is not valid YAML'))
  await write('  - title: without an id\n')
  watcher.emit('change', file)
  await vi.waitFor(() => expect(said.at(-1)).toContain('every item of questions needs an id'))
  expect([...entries.keys()]).toEqual(['one'])

  await write('  - id: two\n')
  watcher.emit('change', file)
  await vi.waitFor(() => expect([...entries.keys()]).toEqual(['one', 'two']))
  await rm(folder, { recursive: true })
})
