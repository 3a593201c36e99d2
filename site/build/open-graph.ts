import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import { type CSSProperties, createElement, type ReactNode } from 'react'
import satori, { type Font } from 'satori'
import { brandName, mark, palette } from '#shared/brand'
import { type FontFace, getFontPath } from '#shared/font-path'
import { hashString } from '#shared/hash-string'
import { drawContours } from './contour-lines.ts'
import { hashParts, writeFileAtomic } from './file-utils.ts'

export interface OpenGraphText {
  title: string
  /** Small line above the title. */
  kicker: string
  description: string
}

const width = 1200
const height = 630
const margin = 76
/** Height in pixels available for the title, and its font sizes, tried from the largest. */
const titleRoom = 240
const titleSizes = [84, 76, 68, 60, 52, 46, 40]

/**
 * The image for shared links to a page: 1200 by 630 pixels, PNG, with the same bytes for the same texts. Images are
 * stored in the cache folder under a hash of their content.
 */
export async function renderOpenGraphImage(
  text: OpenGraphText,
  cacheDir = '.cache/open-graph',
): Promise<Uint8Array> {
  const svg = await drawSheet(text)
  const file = join(cacheDir, `${hashParts(svg)}.png`)
  const cached = await readFile(file).catch(() => undefined)
  if (cached) return new Uint8Array(cached)
  const drawn = await renderAsync(svg, { font: { loadSystemFonts: false } })
  // A palette reduces it to a third of the bytes without a visible difference; some messengers reject large images.
  const png = await new Bun.Image(drawn.asPng()).png({ palette: true }).bytes()
  await writeFileAtomic(file, png)
  return png
}

async function drawSheet(text: OpenGraphText): Promise<string> {
  const fonts = await loadFonts()
  let words = ''
  for (const size of titleSizes) {
    let taken = 0
    words = await satori(layOutWords(text, size), {
      width,
      height,
      fonts,
      onNodeDetected: (node) => {
        if (node.key === 'title') taken = node.height
      },
    })
    if (taken <= titleRoom) break
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawGround(text)}${words}</svg>`
}

/** Slate background, contour lines faded out under the text, and the corner ticks of a map sheet. */
function drawGround({ title, kicker }: OpenGraphText): string {
  const { line, index } = drawContours({
    seed: hashString(kicker + title),
    width,
    height,
    relief: 520,
    spacing: 30,
  })
  const inset = 30
  const length = 22
  const corners = [
    `M${inset} ${inset + length}v${-length}h${length}`,
    `M${width - inset - length} ${inset}h${length}v${length}`,
    `M${width - inset} ${height - inset - length}v${length}h${-length}`,
    `M${inset + length} ${height - inset}h${-length}v${-length}`,
  ]
  // Only the lines fade and the background stays one color: an overlay would dither the slate, which costs bytes and
  // time.
  const fading = (id: string, color: string, opacity: number) => {
    const stop = (offset: number, part: number) =>
      `<stop offset="${offset}" stop-color="${color}" stop-opacity="${(part * opacity).toFixed(4)}"/>`
    return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" gradientTransform="scale(${width} ${height})" x1="0.1" y1="1" x2="0.9" y2="0">${stop(0.15, 0.05)}${stop(0.55, 0.18)}${stop(1, 1)}</linearGradient>`
  }
  return (
    `<defs>${fading('line', palette.contourOnSlate, 0.6)}${fading('index', palette.primary, 0.85)}</defs>` +
    `<rect width="${width}" height="${height}" fill="${palette.slate}"/>` +
    `<g fill="none"><path d="${line}" stroke="url(#line)" stroke-width="1.4"/>` +
    `<path d="${index}" stroke="url(#index)" stroke-width="1.7"/></g>` +
    `<path d="${corners.join('')}" fill="none" stroke="${palette.accentOnSlate}" stroke-width="2"/>`
  )
}

const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children)

function layOutWords({ title, kicker, description }: OpenGraphText, size: number): ReactNode {
  const heading: CSSProperties = {
    fontFamily: 'Serif',
    fontSize: size,
    lineHeight: 1.08,
    letterSpacing: -0.02 * size,
    color: palette.onSlate,
    maxWidth: 960,
    textWrap: 'balance',
  }
  const label: CSSProperties = {
    fontFamily: 'Mono',
    fontSize: 22,
    letterSpacing: 1.8,
    textTransform: 'uppercase',
    color: palette.accentOnSlate,
    marginBottom: 22,
  }
  const summary: CSSProperties = {
    fontFamily: 'Sans',
    fontSize: 27,
    lineHeight: 1.42,
    color: palette.onSlateSecond,
    maxWidth: 860,
    marginTop: 24,
    display: 'block',
    lineClamp: 2,
  }
  return box(
    {
      width: width - 2 * margin,
      height: height - 2 * margin,
      margin,
      flexDirection: 'column',
      justifyContent: 'space-between',
    },
    drawBrand(),
    box(
      { flexDirection: 'column' },
      box(label, kicker),
      createElement('div', { key: 'title', style: { display: 'flex', ...heading } }, title),
      createElement('div', { style: summary }, description),
    ),
  )
}

function drawBrand(): ReactNode {
  const line = { fill: 'none', strokeWidth: mark.strokeWidth }
  const picture = createElement(
    'svg',
    { width: 46, height: 46, viewBox: `0 0 ${mark.size} ${mark.size}` },
    createElement('path', { d: mark.far, stroke: palette.primary, ...line }),
    createElement('path', { d: mark.near, stroke: palette.onSlate, ...line }),
  )
  const name: CSSProperties = {
    fontFamily: 'Serif',
    fontWeight: 500,
    fontSize: 38,
    color: palette.onSlate,
    marginLeft: 16,
  }
  return box({ alignItems: 'center' }, picture, box(name, brandName))
}

const faces: (FontFace & { name: string })[] = [
  { name: 'Serif', family: 'source-serif-4', weight: 400 },
  { name: 'Serif', family: 'source-serif-4', weight: 500 },
  { name: 'Serif', family: 'source-serif-4', weight: 400, subset: 'latin-ext' },
  { name: 'Sans', family: 'ibm-plex-sans', weight: 400 },
  { name: 'Sans', family: 'ibm-plex-sans', weight: 400, subset: 'latin-ext' },
  { name: 'Mono', family: 'ibm-plex-mono', weight: 500 },
]
let fonts: Promise<Font[]> | undefined

function loadFonts(): Promise<Font[]> {
  fonts ??= Promise.all(
    faces.map(async (face) => ({
      name: face.name,
      weight: face.weight,
      style: 'normal' as const,
      data: await readFile(getFontPath(face)),
    })),
  )
  return fonts
}
