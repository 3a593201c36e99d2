import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { hashParts, writeFileAtomic } from '#build/file-utils'
import { hashRenderer } from '#build/renderer-hash'
import { ContentError, type ReportFrontMatter, type ReportSource, readReportSource } from './front-matter.ts'

/** A report in the output folder: its front matter and file details. */
export interface ReportFile extends ReportFrontMatter {
  /** Name of the content file; the id in `GET /api/v1/documents/{id}`. */
  id: string
  file_name: string
  /** Number of pages, read back from the written file. */
  pages: number
  /** Size of the written file in bytes. */
  size: number
  /** Image of the first page. Its name contains a hash of its content; width and height are pixels. */
  preview: { file: string; width: number; height: number }
}

export interface BuildReportsOptions {
  /** The content folder; reports are its `reports/*.mdx`. */
  contentDir: string
  /**
   * Receives `<id>.pdf`, `<id>-<hash>.webp`, `<id>.facts.json` and `reports.json`; files of removed reports are
   * deleted. A report whose sources are unchanged is not rendered again.
   */
  outDir: string
}

interface Source extends ReportSource {
  id: string
  file: string
  text: string
}

type Facts = Pick<ReportFile, 'pages' | 'size' | 'preview'>

/**
 * Renders every report of the content folder as a PDF with an image of its first page, and lists them in
 * `reports.json`, by type and then by order. The same sources give the same bytes. Throws a ContentError that lists the
 * mistakes of all reports, leaving `reports.json` unchanged.
 */
export async function buildReports({ contentDir, outDir }: BuildReportsOptions): Promise<ReportFile[]> {
  const startedAt = performance.now()
  const sources = await readSources(join(contentDir, 'reports'))
  const renderer = await hashRenderer(import.meta.dirname, [
    'site/build/contour-lines.ts',
    'site/build/svg-path.ts',
  ])
  let rendered = 0
  const reports = await collectErrors(sources, async (source): Promise<ReportFile> => {
    const key = hashParts(renderer, source.id, source.text)
    const factsFile = join(outDir, `${source.id}.facts.json`)
    let facts = await readFacts(factsFile, key)
    if (!facts) {
      rendered += 1
      // The facts are deleted first and written last, so that an interrupted build is repeated.
      await rm(factsFile, { force: true })
      facts = await renderFiles(source, outDir)
      await writeFileAtomic(factsFile, JSON.stringify({ key, facts }))
    }
    return { id: source.id, file_name: `${source.id}.pdf`, ...source.frontMatter, ...facts }
  })
  const sorted = reports.toSorted(
    (one, other) =>
      one.type.localeCompare(other.type) || one.order - other.order || one.id.localeCompare(other.id),
  )
  await writeFileAtomic(join(outDir, 'reports.json'), `${JSON.stringify(sorted, null, 2)}\n`)
  const current = new Set([
    'reports.json',
    ...reports.flatMap(({ id, file_name, preview }) => [`${id}.facts.json`, file_name, preview.file]),
  ])
  const others = (await readdir(outDir)).filter(
    (name) => /\.(pdf|webp|json)$/.test(name) && !current.has(name),
  )
  await Promise.all(others.map((name) => rm(join(outDir, name))))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(`${reports.length} reports ready, ${rendered} rendered (${seconds} s)`)
  return sorted
}

/** Processes the items in sequence and continues after content errors, so that those of all items are reported. */
async function collectErrors<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const errors: ContentError[] = []
  const results: Result[] = []
  for (const item of items) {
    try {
      results.push(await work(item))
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw ContentError.join(errors)
  return results
}

async function readSources(folder: string): Promise<Source[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mdx')).sort()
  return collectErrors(names, async (name) => {
    const id = basename(name, '.mdx')
    const file = relative(process.cwd(), join(folder, name))
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
      throw new ContentError(file, ['a file name is part of an address: use a-z, 0-9 and single hyphens'])
    }
    const text = await readFile(join(folder, name), 'utf8')
    return { id, file, text, ...readReportSource(file, text) }
  })
}

/** The facts of a rendered report, unless its sources have changed since. */
async function readFacts(file: string, key: string): Promise<Facts | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const stored = JSON.parse(text) as { key?: string; facts?: Facts }
  return stored.key === key ? stored.facts : undefined
}

/** Renders a report and writes its PDF and its preview. */
async function renderFiles({ id, file, text: _, ...source }: Source, outDir: string): Promise<Facts> {
  const startedAt = performance.now()
  // Loaded only if there is something to render: loading the PDF writer takes longer than validating nine reports.
  const [{ renderReport }, { readPreview }] = await Promise.all([
    import('./render-report.ts'),
    import('./preview.ts'),
  ])
  const pdf = await renderReport(id, file, source)
  const { image, pages, width, height } = await readPreview(pdf)
  const preview = { file: `${id}-${hashParts(image)}.webp`, width, height }
  await writeFileAtomic(join(outDir, `${id}.pdf`), pdf)
  await writeFileAtomic(join(outDir, preview.file), image)
  const kilobytes = Math.round(pdf.length / 1000)
  say(`${id}.pdf: ${pages} pages, ${kilobytes} kB (${Math.round(performance.now() - startedAt)} ms)`)
  return { pages, size: pdf.length, preview }
}

const say = (line: string) => process.stdout.write(`reports: ${line}\n`)
