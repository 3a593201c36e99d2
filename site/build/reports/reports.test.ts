import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildReports, type ReportFile } from './index.ts'

/** Milliseconds for a step that renders pages, on a busy machine. */
const slow = 180_000

const frontMatter = `type: audit
category: Reserve audit
date: 2026-10-30
auditor: Independent auditor (illustrative)
description: Counts tokens in issue against units of entitlement in five sample series, and tests titles.
status: Completed
scope: Existence, title, quantity and coverage of the assets held in five sample series.
findings:
  - The first finding says that all units were covered by assets of their own.
  - The second finding says that one title was in renewal on the counting day.
  - The third finding says that a statement was older than it should have been.
illustrative: true`

const longTable = [
  '| Serial | Holder group | Tokens |',
  '| --- | --- | ---: |',
  ...Array.from(
    { length: 60 },
    (_, row) => `| S-${String(row + 1).padStart(3, '0')} | Group ${(row % 7) + 1} | ${row * 125} |`,
  ),
].join('\n')

const body = `
> **Illustrative sample.** The figures of this report are samples.

## Conclusion

In our opinion the *assets* existed on 30 September 2026. See [the code](https://www.jorc.org/) and \`series-01\`.

- First point of a list
- Second point, with **weight**
  1. A step within it
  2. Another step

### A closer look

| Series | Change |
| --- | ---: |
| AU-01 | 1,250 |
| AG-02 | (310) |
| **Total** | **940** |

## Register of tokens

${longTable}

## Limitations

A sample is a sample.
`

const report = (title: string, order: number, text = body) =>
  `---\ntitle: ${title}\n${frontMatter}\norder: ${order}\n---\n${text}`

const newFolder = () => mkdtemp(join(tmpdir(), 'reports-'))
const optionsIn = (folder: string) => ({
  contentDir: join(folder, 'content'),
  outDir: join(folder, 'out'),
})
const quiet = () => vi.spyOn(process.stdout, 'write').mockReturnValue(true)

let folder = ''
let files: ReportFile[] = []
let pages: string[] = []

beforeAll(async () => {
  folder = await newFolder()
  await mkdir(join(folder, 'content/reports'), { recursive: true })
  await writeFile(
    join(folder, 'content/reports/second-audit.mdx'),
    report('Second audit of reserves', 2, '\n## Conclusion\n\nShort.\n'),
  )
  await writeFile(join(folder, 'content/reports/first-audit.mdx'), report('First audit of reserves', 1))
  const output = quiet()
  files = await buildReports(optionsIn(folder))
  output.mockRestore()
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(join(folder, 'out/first-audit.pdf'))))
  pages = (await extractText(pdf)).text.map((page) => page.replace(/\s+/g, ' '))
}, slow)

test('lists the reports sorted, with their file details', async () => {
  expect(files.map((file) => file.id)).toEqual(['first-audit', 'second-audit'])
  expect(JSON.parse(await readFile(join(folder, 'out/reports.json'), 'utf8'))).toEqual(files)
  for (const { file_name, size, preview } of files) {
    expect((await readFile(join(folder, 'out', file_name))).length).toBe(size)
    expect(preview.file).toMatch(/^(first|second)-audit-[0-9a-f]{16}\.webp$/)
  }
  expect(files[0]).toMatchObject({
    title: 'First audit of reserves',
    auditor: 'Independent auditor (illustrative)',
  })
})

test('numbers every page and shows the total', () => {
  expect(files[0]?.pages).toBe(pages.length)
  expect(pages.length).toBeGreaterThan(4)
  for (const [position, page] of pages.entries())
    expect(page).toContain(`Page ${position + 1} of ${pages.length}`)
})

test('renders title, findings, headings, lists and tables', () => {
  const text = pages.join(' ')
  const expected = [
    'First audit of reserves',
    'October 30, 2026',
    'Illustrative sample report',
    'Key findings',
    'Contents',
  ]
  const fromBody = [
    'Conclusion',
    'A closer look',
    'Register of tokens',
    'Limitations',
    'with weight',
    'Another step',
    '(310)',
  ]
  for (const words of [...expected, ...fromBody, 'one title was in renewal']) expect(text).toContain(words)
})

test('repeats the header of a table longer than a page, and renders all its rows', () => {
  const withRows = pages.filter((page) => /S-0\d\d/.test(page))
  expect(withRows.length).toBeGreaterThan(1)
  for (const page of withRows) expect(page.match(/Holder group/g)).toHaveLength(1)
  for (const page of pages) expect(page.includes('Holder group')).toBe(/S-0\d\d/.test(page))
  expect(pages.join(' ').match(/S-0\d\d/g)).toHaveLength(60)
})

test('shows the first page of each section in the table of contents', () => {
  const register =
    pages.findIndex((page, position) => position > 1 && page.includes('Register of tokens')) + 1
  expect(pages[1]).toContain(`Register of tokens ${register}`)
})

test('writes metadata and bookmarks', async () => {
  const bytes = new Uint8Array(await readFile(join(folder, 'out/first-audit.pdf')))
  const pdf = await getDocumentProxy(bytes)
  const { info } = await getMeta(pdf)
  expect(info).toMatchObject({ Title: 'First audit of reserves', Author: 'Lodefield', Language: 'en' })
  expect(info.CreationDate).toBe('D:20261030120000Z')
  const titles = (await pdf.getOutline()).map((item) => item.title)
  expect(titles).toEqual([
    'First audit of reserves',
    'Key findings',
    'Contents',
    'Conclusion',
    'Register of tokens',
    'Limitations',
  ])
})

test('is tagged: headings, lists, tables and links are read in order', async () => {
  const bytes = new Uint8Array(await readFile(join(folder, 'out/first-audit.pdf')))
  const pdf = await getDocumentProxy(bytes.slice())
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  type Node = { role?: string; alt?: string; children?: Node[] }
  const outline = ({ role = '', alt, children = [] }: Node): string => {
    const parts = children.filter(({ role }) => role).map(outline)
    return `${role}${alt ? `[${alt}]` : ''}${parts.length > 0 ? `(${parts.join(' ')})` : ''}`
  }
  const read = async (number: number) => outline((await (await pdf.getPage(number)).getStructTree()) as Node)
  const facts = 'Table(TR(TH TD) TR(TH TD) TR(TH TD) TR(TH TD))'
  expect(await read(1)).toBe(`Root(Document(Figure[Logo of Lodefield] P H1 P ${facts} P P))`)
  const entry = 'TOCI(Link)'
  expect(await read(2)).toBe(
    `Root(Document(H2 L(LI(Lbl LBody) LI(Lbl LBody) LI(Lbl LBody)) H2 TOC(${entry} ${entry} ${entry})))`,
  )
  const item = 'LI(Lbl LBody(P))'
  const list = `L(${item} LI(Lbl LBody(P L(${item} ${item}))))`
  const table = 'Table(TR(TH TH) TR(TH TD) TR(TH TD) TR(TH TD))'
  // One table across all pages, with its headings once.
  const register = `Table(TR(TH TH TH)${' TR(TH TD TD)'.repeat(60)})`
  expect(await read(3)).toBe(`Root(Document(BlockQuote(P) H2 P(Link) ${list} H3 ${table} H2 ${register}))`)
  expect(await read(4)).toBe(`Root(Document(${register}))`)
  const file = Buffer.from(bytes).toString('latin1')
  for (const scope of ['/Scope /Column', '/Scope /Row']) expect(file).toContain(scope)
})

test('links to websites and from the table of contents', async () => {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(join(folder, 'out/first-audit.pdf'))))
  const linksOf = async (number: number) => (await pdf.getPage(number)).getAnnotations()
  expect((await linksOf(3)).map(({ url }) => url)).toEqual(['https://www.jorc.org/'])
  const entries = await linksOf(2)
  const targets = entries.map(async ({ dest }) => {
    const [page] = (await pdf.getDestination(dest)) ?? []
    return pdf.getPageIndex(page)
  })
  expect(entries.map(({ contentsObj }) => contentsObj.str)).toEqual([
    'Conclusion, page 3',
    expect.stringMatching(/^Register of tokens, page [34]$/),
    expect.stringMatching(/^Limitations, page \d$/),
  ])
  const shown = entries.map(({ contentsObj }) => Number(contentsObj.str.split(' ').at(-1)))
  expect((await Promise.all(targets)).map((index) => index + 1)).toEqual(shown)
})

test('makes the preview from the first page', async () => {
  const preview = files[0]?.preview
  const image = await loadImage(await readFile(join(folder, 'out', preview?.file ?? '')))
  expect({ width: image.width, height: image.height }).toEqual({ width: 840, height: 1188 })
  expect(preview).toMatchObject({ width: 840, height: 1188 })
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const isDark = (_: unknown, pixel: number) => (data[pixel * 4] ?? 255) < 60
  const dark = Array.from({ length: data.length / 4 }, isDark).filter(Boolean).length
  expect(dark / (data.length / 4)).toBeGreaterThan(0.3)
  expect(dark / (data.length / 4)).toBeLessThan(0.9)
})

test(
  'writes the same bytes in another process and an empty folder',
  async () => {
    const other = await newFolder()
    await cp(join(folder, 'content'), join(other, 'content'), { recursive: true })
    const { contentDir, outDir } = optionsIn(other)
    const command = fileURLToPath(new URL('./command.ts', import.meta.url))
    const child = Bun.spawn([process.execPath, command, contentDir, outDir], { stdout: 'pipe' })
    expect(await child.exited).toBe(0)
    expect(await new Response(child.stdout).text()).toContain('2 reports ready, 2 rendered')
    const names = (await readdir(outDir)).sort()
    expect(names).toEqual((await readdir(join(folder, 'out'))).sort())
    for (const name of names) {
      const [one, two] = await Promise.all([
        readFile(join(folder, 'out', name)),
        readFile(join(outDir, name)),
      ])
      expect(Buffer.compare(one, two), name).toBe(0)
    }
  },
  slow,
)

test('does not render an unchanged report again, and deletes the files of removed ones', async () => {
  const other = await newFolder()
  await cp(folder, other, { recursive: true })
  await rm(join(other, 'content/reports/second-audit.mdx'))
  const output = quiet()
  const rebuilt = await buildReports(optionsIn(other))
  const said = output.mock.calls.join('')
  output.mockRestore()
  expect(said).toContain('1 reports ready, 0 rendered')
  expect(rebuilt).toEqual(files.slice(0, 1))
  const names = await readdir(join(other, 'out'))
  expect(names.filter((name) => name.startsWith('second'))).toEqual([])
})

test('renders a report again if its text has changed or its last rendering was interrupted', async () => {
  const other = await newFolder()
  await cp(folder, other, { recursive: true })
  const { contentDir, outDir } = optionsIn(other)
  const source = report('Second audit of reserves', 2, '\n## Conclusion\n\nLonger than before.\n')
  await writeFile(join(contentDir, 'reports/second-audit.mdx'), source)
  await rm(join(outDir, 'first-audit.facts.json'))
  const output = quiet()
  const rebuilt = await buildReports({ contentDir, outDir })
  const said = output.mock.calls.join('')
  output.mockRestore()
  expect(said).toContain('2 reports ready, 2 rendered')
  expect(rebuilt[0]).toEqual(files[0])
  const { length } = await readFile(join(outDir, 'second-audit.pdf'))
  expect(rebuilt[1]?.size).toBe(length)
  expect(length).not.toBe(files[1]?.size)
})

test.each([
  ['<Callout kind="risk">No</Callout>', 'line 18: HTML and components cannot be set on paper'],
  ['## Part\n\n#### Deeper', 'line 20: headings are ## for a section and ### within it'],
  [
    '## Part\n\nSee [the terms](/legal/terms-of-service).',
    'line 20: the link "/legal/terms-of-service" leads nowhere on paper',
  ],
  ['## Part\n\nAt least ≥ 5.', 'the typefaces have no "≥"'],
  ['Only a paragraph.', 'the body needs at least one section'],
  [
    `## Part\n\n|${' Anunbreakableheadingofsomelength |'.repeat(9)}\n|${' --- |'.repeat(9)}\n`,
    'line 20: the table is wider than the page',
  ],
])(
  'rejects what cannot be printed, with its line: %#',
  async (text, message) => {
    const other = await newFolder()
    await mkdir(join(other, 'content/reports'), { recursive: true })
    await writeFile(
      join(other, 'content/reports/bad.mdx'),
      report('A report with a mistake', 1, `\n${text}\n`),
    )
    await expect(buildReports(optionsIn(other))).rejects.toThrow(message)
  },
  slow,
)
