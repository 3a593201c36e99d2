import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltSeries } from '#shared/asset/series-content'
import { buildSeries } from './index.ts'

const root = join(import.meta.dirname, '../../..')

let folder: string
let contentDir: string
let outDir: string
let series: BuiltSeries
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodefield-series-'))
  contentDir = join(folder, 'content')
  outDir = join(folder, 'out')
  await cp(join(root, 'content/tokens/witgold.yaml'), join(contentDir, 'tokens/witgold.yaml'))
  const [built] = await buildSeries({ contentDir, outDir })
  if (!built) throw new Error('No series was built')
  series = built
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function textOf(name: string | undefined): Promise<string> {
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(await readFile(join(outDir, name ?? '')))),
  )
  return text.join(' ').replace(/\s+/g, ' ')
}

describe('the files of a series', () => {
  test('are listed with their size and SHA-256', async () => {
    const files = [...Object.values(series.document_files), ...Object.values(series.attestation_files)]
    expect(files.length).toBeGreaterThan(4)
    for (const { name, size, sha256 } of files) {
      const bytes = await readFile(join(outDir, name))
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')], name).toEqual([size, sha256])
    }
    expect(JSON.parse(await readFile(join(outDir, 'series.json'), 'utf8'))).toEqual([series])
  })

  test('are each marked as illustrative', async () => {
    const files = [...Object.values(series.document_files), ...Object.values(series.attestation_files)]
    for (const { name } of files) {
      const text = await textOf(name)
      expect(text, name).toContain('Illustrative. The asset, its figures and its documents are invented')
      expect(text, name).toContain('Illustrative · $WITGOLD')
    }
  })

  test('say what the content says', async () => {
    const memorandum = await textOf(series.document_files['offering-memorandum']?.name)
    for (const part of [
      'Price of a unit $12.30',
      'Up to 2,400,000',
      'Depth and ground support',
      'Page 1 of 2',
    ])
      expect(memorandum).toContain(part)
    expect(await textOf(series.document_files['resource-statement']?.name)).toContain(
      'Measured and Indicated 12.8 Mt at 6.50 g/t: 83.2 t',
    )
    const [latest] = series.attestations
    expect(await textOf(series.attestation_files[latest?.as_of ?? '']?.name)).toContain(
      'Units held 3,150,000',
    )
  })
})

describe('a second build', () => {
  test('draws nothing again without a change, and the same bytes with one elsewhere', async () => {
    const { name = '', sha256 } = series.document_files['offering-memorandum'] ?? {}
    const { mtimeMs } = await stat(join(outDir, name))
    expect(await buildSeries({ contentDir, outDir })).toEqual([series])
    expect((await stat(join(outDir, name))).mtimeMs).toBe(mtimeMs)
    const file = join(contentDir, 'tokens/witgold.yaml')
    await writeFile(file, `# A comment\n${await readFile(file, 'utf8')}`)
    const [again] = await buildSeries({ contentDir, outDir })
    expect((await stat(join(outDir, name))).mtimeMs).toBeGreaterThan(mtimeMs)
    expect(again?.document_files['offering-memorandum']?.sha256).toBe(sha256)
  })

  test('removes the files of a series that is gone', async () => {
    await rm(join(contentDir, 'tokens/witgold.yaml'))
    expect(await buildSeries({ contentDir, outDir })).toEqual([])
    expect((await readdir(outDir)).filter((name) => name.endsWith('.pdf'))).toEqual([])
  })
})
