import { drawContours } from '#build/contour-lines'
import { brandName, palette } from '#shared/brand'
import { hashString } from '#shared/hash-string'
import { drawLogo } from '#shared/pdf/draw-logo'
import { addBookmark, type DrawingContext, drawLabel, drawRule, drawTicks } from './drawing-context.ts'
import type { ReportFrontMatter } from './front-matter.ts'
import { layOutText } from './layout-blocks.ts'
import { type Block, groupBlocks } from './paginate.ts'
import { formatDate } from './report-labels.ts'
import { getBaseline, getLineHeight, page, settings, textLeft, textWidth, wideWidth } from './report-style.ts'
import { breakBalancedLines, breakLines, drawLines, toRuns } from './text-layout.ts'

/** Draws logo and name side by side; `size` is the height of the logo in points. */
export function drawLogoWithName(
  { document, set }: DrawingContext,
  x: number,
  y: number,
  size: number,
  color: string,
): void {
  drawLogo(document, x, y, size, color)
  const face = { ...settings.section, size: size * 0.76, color }
  set.line(face, brandName, x + size * 1.36, y + size / 2 - face.size * 0.55 + getBaseline(face))
}

/**
 * The largest size at which the title fits in two lines is used; a longer title takes three in the size of page
 * headings.
 */
const titleSizes = [42, 39, 36, 33, 30]
const titleWidth = 450

function layOutTitle({ set }: DrawingContext, title: string) {
  const sizes = titleSizes.map((size) => ({
    ...settings.display,
    size,
    spacing: -0.6,
    color: palette.onSlate,
  }))
  const fits = sizes.find((setting) => breakLines(set, toRuns(title, setting), titleWidth).length <= 2)
  const setting = fits ?? { ...settings.display, color: palette.onSlate }
  return { setting, lines: breakBalancedLines(set, toRuns(title, setting), titleWidth) }
}

/** The contour lines, faded out under the text. */
function drawGround({ document }: DrawingContext, id: string, height: number): void {
  const sheet = drawContours({ seed: hashString(id), width: 1200, height: 1120, relief: 620, spacing: 30 })
  const scale = Math.max(page.width / sheet.width, height / sheet.height)
  document.save()
  document.rect(0, 0, page.width, height).clip()
  document.rect(0, 0, page.width, height).fill(palette.slate)
  document.translate((page.width - sheet.width * scale) / 2, 0).scale(scale)
  document.path(sheet.line).lineWidth(1.6).strokeColor(palette.contourOnSlate, 0.75).stroke()
  document.path(sheet.index).lineWidth(2).strokeColor(palette.primary, 0.9).stroke()
  const aside = document.linearGradient(0, 0, sheet.width, 0)
  aside.stop(0, palette.slate, 0.92).stop(0.3, palette.slate, 0.78).stop(0.6, palette.slate, 0)
  const below = document.linearGradient(0, 0, 0, sheet.height)
  below.stop(0.3, palette.slate, 0).stop(0.66, palette.slate, 0.88)
  for (const gradient of [aside, below]) document.rect(0, 0, sheet.width, sheet.height).fill(gradient)
  document.restore()
}

function drawCover(pen: DrawingContext, id: string, report: ReportFrontMatter, height: number): void {
  const { tags } = pen
  const x = page.margin
  tags.decoration(() => drawGround(pen, id, height))
  drawTicks(pen, { x: 26, y: 26, width: page.width - 52, height: height - 52 }, palette.accentOnSlate)
  const logo = {
    alt: `Logo of ${brandName}`,
    bbox: [x, x, x + 130, x + 24] as [number, number, number, number],
  }
  tags.text('Figure', () => drawLogoWithName(pen, x, page.margin, 24, palette.onSlate), logo)
  const title = layOutTitle(pen, report.title)
  const lead = layOutText(pen, report.description, { x, width: 430, setting: settings.lead }, 'P')
  const leadTop = height - page.margin - lead.height
  const titleTop = leadTop - 16 - title.lines.length * getLineHeight(title.setting)
  const kickerTop = titleTop - 14 - getLineHeight(settings.kicker)
  tags.group('P', () => drawLabel(pen, report.category.toUpperCase(), settings.kicker, x, kickerTop))
  tags.group('H1', () => drawLines(pen, title.lines, title.setting, { x, y: titleTop }))
  lead.draw(leadTop)
}

function layOutFact(pen: DrawingContext, name: string, value: string): Block {
  const text = layOutText(pen, value, { x: textLeft, width: textWidth, setting: settings.text })
  const height = text.height + 14
  const draw = (y: number) => {
    pen.tags.group('TR', () => {
      pen.tags.begin('TH', { scope: 'Row' })
      drawLabel(pen, name, settings.label, page.margin, y + 7, settings.text)
      pen.tags.end()
      pen.tags.group('TD', () => text.draw(y + 7))
    })
    drawRule(pen, page.margin, y + height, wideWidth)
  }
  return { height, gap: 0, draw }
}

const noteInset = 16
const note =
  'This sample shows the format and depth of this type of report. Its figures and findings are illustrative and are not evidence about any asset or token.'

function layOutNote(pen: DrawingContext): Block {
  const frame = { x: page.margin + noteInset, width: wideWidth - 2 * noteInset }
  const heading = { ...frame, setting: { ...settings.subsection, size: settings.text.size } }
  const title = layOutText(pen, 'Illustrative sample report', heading, 'P')
  const text = groupBlocks([title, layOutText(pen, note, { ...frame, setting: settings.small }, 'P')])
  const height = text.height + 22
  const draw = (y: number) => {
    pen.tags.decoration(() => pen.document.rect(page.margin, y, wideWidth, height).fill(palette.paper))
    drawTicks(pen, { x: page.margin, y, width: wideWidth, height }, palette.primary)
    text.draw(y + 11)
  }
  return { height, gap: 0, draw }
}

/** Draws the title page: the title on slate with contour lines, then author, date and scope. */
export function renderTitlePage(pen: DrawingContext, id: string, report: ReportFrontMatter): void {
  const named = {
    Date: formatDate(report.date),
    Auditor: report.auditor,
    Status: report.status,
    Scope: report.scope,
  }
  const facts = groupBlocks(
    Object.entries(named).flatMap(([name, value]) => (value ? [layOutFact(pen, name, value)] : [])),
  )
  const sample = report.illustrative ? layOutNote(pen) : undefined
  const factsTop = page.height - 70 - (sample ? sample.height + 18 : 0) - facts.height
  addBookmark(pen, report.title)
  drawCover(pen, id, report, factsTop - 22)
  pen.tags.group('Table', () => facts.draw(factsTop))
  sample?.draw(factsTop + facts.height + 18)
}
