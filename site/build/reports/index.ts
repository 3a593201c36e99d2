import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { hashOf, hashRenderer, removeOthers, writeWhole } from './cache.ts'
import { ContentError, type ReportFrontMatter, type ReportSource, readReportSource } from './front-matter.ts'

/** A report in the output folder: its front matter and the facts of its file. */
export interface ReportFile extends ReportFrontMatter {
  /** Name of the content file; the id in `GET /api/v1/documents/{id}`. */
  id: string
  file_name: string
  /** Number of pages, read back from the written file. */
  pages: number
  /** Bytes of the written file. */
  size: number
  /** Image of the first page. Its name contains a hash of its content; width and height are pixels. */
  preview: { file: string; width: number; height: number }
}

export interface BuildReportsOptions {
  /** The content folder; reports are its `reports/*.mdx`. */
  contentDir: string
  /** Receives `<id>.pdf`, `<id>-<hash>.webp` and `reports.json`; PDF and WebP files of former builds are deleted. */
  outDir: string
  /** Stores rendered reports in `report-files/`, so that an unchanged report is not rendered again. */
  cacheDir: string
}

interface Source extends ReportSource {
  id: string
  file: string
  text: string
}

type Facts = Pick<ReportFile, 'pages' | 'size' | 'preview'>
interface Built {
  facts: Facts
  pdf: Uint8Array
  image: Uint8Array
}

/**
 * Renders every report of the content folder as a PDF with an image of its first page, and lists them in
 * `reports.json`, by type and then by order. The same sources give the same bytes. Throws a ContentError that lists
 * the mistakes of all reports; the output folder is then left as it was.
 */
export async function buildReports({
  contentDir,
  outDir,
  cacheDir,
}: BuildReportsOptions): Promise<ReportFile[]> {
  const startedAt = performance.now()
  const sources = await readSources(join(contentDir, 'reports'))
  const renderer = await hashRenderer()
  const built = await collectErrors(sources, (source) =>
    readOrRender(source, join(cacheDir, 'report-files'), renderer),
  )
  const reports: ReportFile[] = []
  for (const { source, facts, pdf, image } of built) {
    const report = { id: source.id, file_name: `${source.id}.pdf`, ...source.frontMatter, ...facts }
    await writeWhole(join(outDir, report.file_name), pdf)
    await writeWhole(join(outDir, report.preview.file), image)
    reports.push(report)
  }
  const sorted = reports.toSorted(
    (one, other) =>
      one.type.localeCompare(other.type) || one.order - other.order || one.id.localeCompare(other.id),
  )
  await writeWhole(join(outDir, 'reports.json'), `${JSON.stringify(sorted, null, 2)}\n`)
  const current = new Set(reports.flatMap((report) => [report.file_name, report.preview.file]))
  await removeOthers(outDir, (name) => /\.(pdf|webp)$/.test(name) && !current.has(name))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(`${reports.length} reports ready, ${built.filter(({ isNew }) => isNew).length} rendered (${seconds} s)`)
  return sorted
}

/** Processes the items in sequence and continues after content errors, to report those of all items. */
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

async function readOrRender(source: Source, cache: string, renderer: string) {
  const folder = join(cache, source.id)
  const key = hashOf(renderer, source.id, source.text)
  const cached = await readCached(folder, key)
  if (cached) return { source, isNew: false, ...cached }
  const built = await renderAndPreview(source)
  await store(folder, key, built)
  return { source, isNew: true, ...built }
}

async function renderAndPreview({ id, file, text: _, ...source }: Source): Promise<Built> {
  const startedAt = performance.now()
  // Loaded only when there is something to render: the PDF writer takes longer to load than nine reports to validate.
  const [{ renderReport }, { readPreview }] = await Promise.all([
    import('./render-report.ts'),
    import('./preview.ts'),
  ])
  const pdf = await renderReport(id, file, source)
  const { image, pages, width, height } = await readPreview(pdf)
  const facts = { pages, size: pdf.length, preview: { file: `${id}-${hashOf(image)}.webp`, width, height } }
  const kilobytes = Math.round(pdf.length / 1000)
  say(`${id}.pdf: ${pages} pages, ${kilobytes} kB (${Math.round(performance.now() - startedAt)} ms)`)
  return { facts, pdf, image }
}

async function readCached(folder: string, key: string): Promise<Built | undefined> {
  try {
    const [facts, pdf, image] = await Promise.all([
      readFile(join(folder, `${key}.json`), 'utf8'),
      readFile(join(folder, `${key}.pdf`)),
      readFile(join(folder, `${key}.webp`)),
    ])
    return { facts: JSON.parse(facts) as Facts, pdf, image }
  } catch {
    return undefined
  }
}

/** The facts are written last: without them the entry is not valid. */
async function store(folder: string, key: string, { facts, pdf, image }: Built): Promise<void> {
  await writeWhole(join(folder, `${key}.pdf`), pdf)
  await writeWhole(join(folder, `${key}.webp`), image)
  await writeWhole(join(folder, `${key}.json`), JSON.stringify(facts))
  await removeOthers(folder, (name) => !name.startsWith(key) && !name.endsWith('.tmp'))
}

const say = (line: string) => process.stdout.write(`reports: ${line}\n`)
