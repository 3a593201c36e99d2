export type Point = readonly [x: number, y: number]

const distance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(bx - ax, by - ay)
const middleOf = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2]
const roundPoint = ([x, y]: Point): Point => [Math.round(x), Math.round(y)]

/** Evenly spaced points along a line, at most `spacing` apart; its ends do not move. */
export function resampleLine(line: Point[], spacing: number): Point[] {
  const first = line[0]
  const last = line.at(-1)
  if (!first || !last) return line
  const length = line.slice(1).reduce((sum, point, at) => sum + distance(line[at] ?? point, point), 0)
  const steps = Math.max(5, Math.ceil(length / spacing))
  const points: Point[] = [first]
  let walked = 0
  let from = first
  for (const to of line.slice(1)) {
    const stretch = distance(from, to)
    while (points.length < steps && (length * points.length) / steps <= walked + stretch) {
      const share = stretch === 0 ? 0 : ((length * points.length) / steps - walked) / stretch
      points.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
    }
    walked += stretch
    from = to
  }
  return [...points, last]
}

/**
 * Path data of a quadratic B-spline with whole coordinates; a line that ends where it began is drawn as a closed curve.
 * It uses SVG's `t` command, with two numbers per point instead of four. Because `t` derives each control point by
 * reflecting the previous one, every rounded point is calculated from the control point as drawn, so rounding errors do
 * not accumulate.
 */
export function toSmoothPath(points: Point[]): string {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return ''
  const isClosed = first[0] === last[0] && first[1] === last[1]
  const controls = isClosed ? points.slice(1) : points.slice(1, -1)
  const [firstControl, ...others] = controls
  const lastControl = controls.at(-1)
  if (!firstControl || !lastControl) return ''
  const start = roundPoint(isClosed ? middleOf(lastControl, firstControl) : first)
  let control = roundPoint(firstControl)
  let pen = start
  const numbers = [control[0] - start[0], control[1] - start[1]]
  const drawTo = (target: Point) => {
    numbers.push(target[0] - pen[0], target[1] - pen[1])
    pen = target
  }
  for (const next of others) {
    const middle = roundPoint(middleOf(control, next))
    drawTo(middle)
    control = [2 * middle[0] - control[0], 2 * middle[1] - control[1]]
  }
  drawTo(isClosed ? start : roundPoint(last))
  const curve = `M${start.join(' ')}q${joinNumbers(numbers.slice(0, 4))}`
  return numbers.length > 4 ? `${curve}t${joinNumbers(numbers.slice(4))}` : curve
}

/** A minus sign needs no separator before it. */
function joinNumbers(numbers: number[]): string {
  return numbers.reduce((text, value) => text + (text && value >= 0 ? ' ' : '') + value, '')
}
