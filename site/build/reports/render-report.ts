import PDFDocument from 'pdfkit'
import { brandName, palette } from '#shared/brand'
import { PdfTagger } from '#shared/pdf/pdf-tags'
import { Typesetter } from '#shared/pdf/typesetter'
import { type DrawingContext, drawRule } from './drawing-context.ts'
import { layOutOverview } from './findings-page.ts'
import { ContentError, type ReportFrontMatter, type ReportSource } from './front-matter.ts'
import { destinationOf, layOutBody } from './layout-blocks.ts'
import { isSectionHeading, parseReportBody, plainText } from './markdown.ts'
import { type Placed, paginate } from './paginate.ts'
import { getFooterNote } from './report-labels.ts'
import { getBaseline, page, settings, wideWidth } from './report-style.ts'
import { drawLogoWithName, renderTitlePage } from './title-page.ts'

/**
 * Renders a report as a tagged PDF, with the same bytes for the same source: title page, key findings and contents,
 * then the report. Everything is laid out first, so that page numbers are known for the table of contents and the
 * footers. Throws a ContentError for anything that cannot be rendered: unknown characters, tables wider than the page,
 * components.
 */
export async function renderReport(id: string, file: string, source: ReportSource): Promise<Uint8Array> {
  const { frontMatter: report } = source
  const blocks = parseReportBody(file, source.body, source.bodyLine)
  const document = openDocument(report)
  const pen: DrawingContext = { document, set: new Typesetter(document), tags: new PdfTagger(document) }
  rejectUnsettable(pen, file, [JSON.stringify(report), ...blocks.map(plainText)].join(' '))

  const body = paginate(layOutBody(pen, file, blocks), page.top, page.height - page.bottom)
  const overviewPages = (pages: readonly number[]) => {
    const contents = blocks.filter(isSectionHeading).map((heading, position) => ({
      title: plainText(heading),
      destination: destinationOf(position),
      page: pages[position] ?? 0,
    }))
    return paginate(layOutOverview(pen, report.findings, contents), page.top, page.height - page.bottom)
  }
  const before = 1 + overviewPages([]).length
  const pages = [...overviewPages(listSectionPages(body, before)), ...body]
  const total = pages.length + 1

  document.addPage()
  renderTitlePage(pen, id, report)
  drawFoot(pen, report, 1, total)
  for (const [position, placed] of pages.entries()) {
    document.addPage()
    drawHead(pen, report.title)
    for (const { block, y, isFirst } of placed) {
      if (isFirst && block.head) block.head.draw(y - block.head.height)
      block.draw(y)
    }
    drawFoot(pen, report, position + 2, total)
  }
  pen.tags.end()
  return endDocument(document)
}

function openDocument(report: ReportFrontMatter): PDFKit.PDFDocument {
  const keywords = [report.category, report.type, ...(report.illustrative ? ['illustrative sample'] : [])]
  const date = new Date(`${report.date}T12:00:00Z`)
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    tagged: true,
    info: {
      Title: report.title,
      Author: brandName,
      Subject: report.description,
      Keywords: keywords.join(', '),
      Creator: brandName,
      Producer: brandName,
      CreationDate: date,
      ModDate: date,
    },
  })
}

async function endDocument(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  document.on('data', (part: Uint8Array) => parts.push(part))
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(parts))
}

function rejectUnsettable({ set }: DrawingContext, file: string, text: string): void {
  const missing = [...new Set(text)].filter(
    (character) => !/\s/.test(character) && !set.holds(settings.text, character),
  )
  if (missing.length === 0) return
  throw new ContentError(
    file,
    missing.map(
      (character) => `the typefaces have no "${character}"; say it in words, for example "at least"`,
    ),
  )
}

/** The pages on which sections begin; `before` pages precede the body. */
function listSectionPages(body: readonly Placed[][], before: number): number[] {
  return body.flatMap((placed, position) =>
    placed.filter(({ block }) => block.isSection).map(() => before + position + 1),
  )
}

/** Header of every page except the first: the publisher and the title of the report. */
function drawHead(pen: DrawingContext, title: string): void {
  pen.tags.decoration(() => {
    drawLogoWithName(pen, page.margin, 34, 12, palette.ink)
    pen.set.line(settings.label, title, page.width - page.margin, 36.7 + getBaseline(settings.label), 'right')
    drawRule(pen, page.margin, 55, wideWidth)
  })
}

/** Footer of every page: the type of report, and `Page n of N`. */
function drawFoot(
  { tags, set }: DrawingContext,
  report: ReportFrontMatter,
  number: number,
  total: number,
): void {
  const y = page.height - 34 - 2
  tags.decoration(() => {
    set.line(settings.label, getFooterNote(report), page.margin, y)
    set.line(settings.label, `Page ${number} of ${total}`, page.width - page.margin, y, 'right')
  })
}
