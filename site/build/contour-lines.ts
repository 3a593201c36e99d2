import { contours } from 'd3-contour'
import { createNoise2D } from 'simplex-noise'
import { type Point, resampleLine, toSmoothPath } from './svg-path.ts'

type Grid = { columns: number; rows: number; values: number[] }

/** Parameters of a set of contour lines. Lengths are in units of the viewBox. */
export interface ContourOptions {
  /** The same seed always draws the same landscape. */
  seed: number
  width?: number
  height?: number
  /** Number of contour levels, from the lowest valley to the highest ridge. */
  levels?: number
  /** Every n-th level is an index contour, as on a survey map. */
  indexEvery?: number
  /** Approximate width of one hill or valley. */
  relief?: number
  /** Distance between the points of a line; a larger one gives rounder lines and fewer bytes. */
  spacing?: number
}

/** Path data: ordinary contours and the heavier index contours. */
export interface ContourSheet {
  width: number
  height: number
  line: string
  index: string
}

const cell = 10
/** Cells drawn beyond the edge, so that lines leave the drawing instead of following its edge. */
const bleed = 3

/**
 * Topographic contour lines of a seeded landscape as path data with whole coordinates. Lines that leave the drawing
 * are cut just outside its edge.
 */
export function drawContours(options: ContourOptions): ContourSheet {
  const { seed, width = 1600, height = 800, levels = 14, indexEvery = 4 } = options
  const { relief = 700, spacing = 38 } = options
  const grid = sampleTerrain(seed, width, height, relief)
  const sheet = { width, height, line: '', index: '' }
  for (const [level, rings] of traceLevels(grid, levels).entries()) {
    const lines = rings
      .flatMap((ring) => splitAtFrame(ring, width, height))
      .filter(
        (line) => spanOf(line) > 4 * cell && line.some(([x, y]) => x > 0 && y > 0 && x < width && y < height),
      )
      .map((line) => toSmoothPath(resampleLine(line, spacing)))
    sheet[level % indexEvery === 0 ? 'index' : 'line'] += lines.join('')
  }
  return sheet
}

/** mulberry32: a small generator that produces the same sequence on every machine. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function sampleTerrain(seed: number, width: number, height: number, relief: number): Grid {
  const noise = createNoise2D(createRandom(seed))
  const columns = Math.ceil(width / cell) + 2 * bleed
  const rows = Math.ceil(height / cell) + 2 * bleed
  const values = Array.from({ length: columns * rows }, (_, position) => {
    const x = (((position % columns) - bleed) * cell) / relief
    const y = ((Math.floor(position / columns) - bleed) * cell) / relief
    return noise(x, y) + 0.42 * noise(x * 2.3 + 9, y * 2.3) + 0.09 * noise(x * 5, y * 5 + 4)
  })
  return { columns, rows, values }
}

/** Rings of equal height, lowest level first, in the coordinates of the drawing. */
function traceLevels(grid: Grid, levels: number): Point[][][] {
  const lowest = grid.values.reduce((low, value) => Math.min(low, value))
  const highest = grid.values.reduce((high, value) => Math.max(high, value))
  const step = (highest - lowest) / (levels + 1)
  const thresholds = Array.from({ length: levels }, (_, level) => lowest + step * (level + 1))
  const shapes = contours().size([grid.columns, grid.rows]).thresholds(thresholds)(grid.values)
  const toSheet = (column = 0, row = 0): Point => [(column - 0.5 - bleed) * cell, (row - 0.5 - bleed) * cell]
  return shapes.map((shape) =>
    shape.coordinates.flat().map((ring) => ring.map(([column, row]) => toSheet(column, row))),
  )
}

/**
 * The tracer closes every shape along the edge of its grid. Dropping the points outside the drawing removes that false
 * line and leaves open lines; a ring entirely inside stays closed.
 */
function splitAtFrame(ring: Point[], width: number, height: number): Point[][] {
  const isInside = ([x, y]: Point) => x >= -cell && y >= -cell && x <= width + cell && y <= height + cell
  const firstOutside = ring.findIndex((point) => !isInside(point))
  if (firstOutside < 0) return [ring]
  const open = ring.slice(0, -1)
  const turned = [...open.slice(firstOutside), ...open.slice(0, firstOutside)]
  const lines: Point[][] = []
  let line: Point[] = []
  for (const point of turned) {
    if (isInside(point)) line.push(point)
    else if (line.length > 0) {
      lines.push(line)
      line = []
    }
  }
  if (line.length > 0) lines.push(line)
  return lines
}

function spanOf(line: Point[]): number {
  const xs = line.map(([x]) => x)
  const ys = line.map(([, y]) => y)
  return Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys)
}
