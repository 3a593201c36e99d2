import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { hashParts, writeFileAtomic } from '#build/file-utils'
import { hashRenderer } from '#build/renderer-hash'
import type { BuiltSeries, SeriesContent, SeriesFile } from '#shared/calculations/series-content'

interface BuildSeriesOptions {
  /** The content folder; the series are its `tokens/*.yaml`. */
  contentDir: string
  /** Receives the PDF files, `<code>.facts.json` and `series.json`; files of removed series are deleted. */
  outDir: string
}

/** The content of a series without what only its page draws. */
function toContent(data: SeriesContent & Record<string, unknown>): SeriesContent {
  const { illustrative, symbol, name, commodity, district, stage, license, deposit_type } = data
  const { statement, unit, chain, valuation, history, offering, documents, attestations, risks } = data
  const facts = { illustrative, symbol, name, commodity, district, stage, license, deposit_type }
  return { ...facts, statement, unit, chain, valuation, history, offering, documents, attestations, risks }
}

/**
 * Creates the files of every series of the content folder, and lists them with the content in `series.json`, for the
 * demonstration data of a first start. A series whose sources are unchanged is not drawn again.
 */
export async function buildSeries({ contentDir, outDir }: BuildSeriesOptions): Promise<BuiltSeries[]> {
  const folder = join(contentDir, 'tokens')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  const renderer = await hashRenderer(import.meta.dirname, ['shared/pdf/short-document.ts'])
  const all: BuiltSeries[] = []
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    const code = basename(name, '.yaml')
    const factsFile = join(outDir, `${code}.facts.json`)
    const key = hashParts(renderer, code, text)
    const stored = JSON.parse(await readFile(factsFile, 'utf8').catch(() => '{}'))
    if (stored.key === key) {
      all.push(stored.series)
      continue
    }
    // The facts are deleted first and written last, so that an interrupted build is repeated.
    await rm(factsFile, { force: true })
    const series = await drawFiles(code, toContent(parse(text)), outDir)
    await writeFileAtomic(factsFile, JSON.stringify({ key, series }))
    all.push(series)
  }
  await writeFileAtomic(join(outDir, 'series.json'), JSON.stringify(all))
  const current = new Set(
    all.flatMap(({ document_files, attestation_files }) =>
      [...Object.values(document_files), ...Object.values(attestation_files)].map(({ name }) => name),
    ),
  )
  const others = (await readdir(outDir)).filter((name) => name.endsWith('.pdf') && !current.has(name))
  await Promise.all(others.map((name) => rm(join(outDir, name))))
  return all
}

async function drawFiles(code: string, content: SeriesContent, outDir: string): Promise<BuiltSeries> {
  // Loaded only if there is something to draw.
  const { canDraw, drawAttestation, drawDocument } = await import('./series-pdf.ts')
  const write = async (name: string, bytes: Uint8Array): Promise<SeriesFile> => {
    await writeFileAtomic(join(outDir, name), bytes)
    return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  const built: BuiltSeries = { ...content, document_files: {}, attestation_files: {} }
  for (const document of content.documents.filter(canDraw)) {
    const bytes = await drawDocument(content, document)
    built.document_files[document.id] = await write(`${code}-${document.id}.pdf`, bytes)
  }
  for (const attestation of content.attestations) {
    const bytes = await drawAttestation(content, attestation)
    built.attestation_files[attestation.as_of] = await write(
      `${code}-attestation-${attestation.as_of}.pdf`,
      bytes,
    )
  }
  return built
}
