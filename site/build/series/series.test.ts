import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltSeries, FIRST_VERSION } from '#shared/calculations/series-content'
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

async function textOf(name: string | undefined, from = outDir): Promise<string> {
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(await readFile(join(from, name ?? '')))),
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
      expect(text, name).toContain('Illustrative. The asset, figures and documents are fictitious')
      expect(text, name).toContain('Illustrative · $WITGOLD')
    }
  })

  test('match the content', async () => {
    const memorandum = await textOf(series.document_files['offering-memorandum']?.name)
    for (const part of ['Unit price $12.30', 'Up to 2,400,000', 'Depth and ground support', 'Page 1 of 2'])
      expect(memorandum).toContain(part)
    expect(await textOf(series.document_files['resource-statement']?.name)).toContain(
      'Measured and Indicated 12.8 Mt at 6.50 g/t: 83.2 t',
    )
    const [latest] = series.attestations
    expect(await textOf(series.attestation_files[latest?.as_of ?? '']?.name)).toContain(
      'Units in custody 3,150,000',
    )
  })
})

describe('every series', () => {
  let all: BuiltSeries[]
  let allDir: string
  beforeAll(async () => {
    allDir = join(folder, 'all')
    all = await buildSeries({ contentDir: join(root, 'content'), outDir: allDir })
  })

  /** The text of each document of a type. */
  const textsOf = async (kind: string) => {
    const found = all.flatMap(({ symbol, statement, documents, document_files }) =>
      documents.flatMap((document) =>
        document.kind === kind ? { symbol, statement, name: document_files[document.id]?.name } : [],
      ),
    )
    return Promise.all(found.map(async (one) => ({ ...one, text: await textOf(one.name, allDir) })))
  }

  test('has a memorandum, a statement, an agreement and a valuation report', () => {
    for (const { symbol, documents, document_files } of all) {
      const kinds = documents.filter(({ id }) => document_files[id]).map(({ kind }) => kind)
      expect(kinds.toSorted(), symbol).toEqual([
        'entitlement-agreement',
        'offering-memorandum',
        'resource-statement',
        'valuation-report',
      ])
    }
  })

  test('prints on each document the version under which the server stores it', async () => {
    for (const kind of [
      'offering-memorandum',
      'resource-statement',
      'entitlement-agreement',
      'valuation-report',
    ]) {
      for (const { symbol, text } of await textsOf(kind)) {
        expect(text.match(/VERSION [\d.]+/g), `${symbol} ${kind}`).toEqual([`VERSION ${FIRST_VERSION}`])
      }
    }
  })

  test('names reserves as the statement’s reporting code does', async () => {
    for (const { symbol, statement, text } of await textsOf('resource-statement')) {
      const [right, wrong] = statement.standard === 'NI 43-101' ? ['Proven', 'Proved'] : ['Proved', 'Proven']
      const has = statement.lines.some(({ category }) => category === 'proved')
      expect([text.includes(right), text.includes(wrong)], symbol).toEqual([has, false])
    }
  })

  test('ends its agreement with the division into units', async () => {
    for (const { symbol, text } of await textsOf('entitlement-agreement')) {
      expect(text, symbol).toContain('Divided into units')
      expect(text, symbol).not.toMatch(/Custodian confirmation|Kept back|retired in/)
    }
  })
})

describe('a second build', () => {
  test('draws nothing again without a change, and the same bytes if something else changed', async () => {
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

  test('removes the files of a removed series', async () => {
    await rm(join(contentDir, 'tokens/witgold.yaml'))
    expect(await buildSeries({ contentDir, outDir })).toEqual([])
    expect((await readdir(outDir)).filter((name) => name.endsWith('.pdf'))).toEqual([])
  })
})
