import { renderToBuffer } from '@react-pdf/renderer'
import type { RootContent } from 'mdast'
import { getDocumentProxy } from 'unpdf'
import { findUnsettable, loadFonts } from './fonts.ts'
import { ContentError, type ReportSource } from './front-matter.ts'
import { isSectionHeading, parseReportBody, plainText } from './markdown.ts'
import { ReportDocument } from './ReportDocument.tsx'
import { type Column, layOutColumns } from './table-columns.ts'

/**
 * Renders a report as a PDF, the same bytes for the same source. It is rendered twice: first to find the page on
 * which each section begins, then with those pages in the table of contents. Throws a ContentError for anything that
 * cannot be rendered: unknown characters, tables wider than the page, components.
 */
export async function renderReport(id: string, file: string, source: ReportSource): Promise<Uint8Array> {
  await loadFonts()
  const { frontMatter: report } = source
  const blocks = parseReportBody(file, source.body, source.bodyLine)
  refuseUnsettable(file, [JSON.stringify(report), ...blocks.map(plainText)].join(' '))
  const columnsOf = layOutTables(file, blocks)
  const set = async (sectionPages: number[]) =>
    new Uint8Array(
      await renderToBuffer(<ReportDocument {...{ id, report, blocks, columnsOf, sectionPages }} />),
    )
  const draft = await set([])
  return set(await findSectionPages(draft, blocks))
}

function refuseUnsettable(file: string, text: string): void {
  const characters = findUnsettable(text)
  if (characters.length === 0) return
  throw new ContentError(
    file,
    characters.map(
      (character) => `the typefaces have no "${character}"; say it in words, for example "at least"`,
    ),
  )
}

function layOutTables(file: string, blocks: RootContent[]): Map<RootContent, Column[]> {
  const columnsOf = new Map<RootContent, Column[]>()
  for (const block of blocks) {
    if (block.type !== 'table') continue
    const columns = layOutColumns(block)
    if (!columns) {
      const line = block.position?.start.line
      throw new ContentError(file, [
        `line ${line}: the table is wider than the page; use fewer columns or shorter words`,
      ])
    }
    columnsOf.set(block, columns)
  }
  return columnsOf
}

/** Reads back from the outline the page, counted from 1, on which every section begins. */
async function findSectionPages(bytes: Uint8Array, blocks: RootContent[]): Promise<number[]> {
  const pdf = await getDocumentProxy(bytes.slice())
  const outline = await pdf.getOutline()
  const count = blocks.filter(isSectionHeading).length
  const pages = outline.slice(-count).map(async ({ dest }) => {
    const reference = Array.isArray(dest) ? dest[0] : undefined
    return (await pdf.getPageIndex(reference)) + 1
  })
  const found = await Promise.all(pages)
  await pdf.loadingTask.destroy()
  return found
}
