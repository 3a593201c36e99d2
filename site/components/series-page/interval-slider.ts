/** Selects an interval of the cross-section, by pointer on the drawing or with the arrow keys on the slider. */

interface Interval {
  x: number
  y: number
  text: string
}

/** Maximum distance of the pointer from an interval, in drawing units. */
const REACH = 40
const RING = 9

/** Intervals are drawn in table order. */
function readIntervals(figure: Element): Interval[] {
  const texts = [...figure.querySelectorAll<HTMLElement>('[data-assay]')].map(
    (row) => `${row.dataset.assay}, ${row.textContent?.trim().replace(/ to (\S+): /, ' to $1 m: ')}`,
  )
  return [...figure.querySelectorAll('[data-intervals] path')].map((path, at) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (path.getAttribute('d')?.match(/-?[\d.]+/g) ?? []).map(Number)
    return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, text: texts[at] ?? '' }
  })
}

/** The interval nearest to a point, or -1 if none is within reach. */
export function findNearestInterval(
  intervals: readonly { x: number; y: number }[],
  x: number,
  y: number,
): number {
  const distances = intervals.map((interval) => Math.hypot(interval.x - x, interval.y - y))
  const least = Math.min(...distances)
  return least <= REACH ? distances.indexOf(least) : -1
}

export function initIntervalSlider(): void {
  const drawing = document.querySelector('[data-section]')
  const figure = drawing?.closest('figure')
  const svg = drawing?.querySelector('svg')
  const slider = figure?.querySelector<HTMLInputElement>('#interval')
  const output = figure?.querySelector('[data-interval-text]')
  const ring = figure?.querySelector('[data-picked]')
  if (!figure || !svg || !slider || !output || !ring) return
  const intervals = readIntervals(figure)
  const show = (at: number) => {
    const interval = intervals[at]
    if (!interval) return
    slider.value = String(at)
    slider.setAttribute('aria-valuetext', interval.text)
    output.textContent = interval.text
    ring.setAttribute(
      'd',
      `M${interval.x - RING} ${interval.y}a${RING} ${RING} 0 1 0 ${2 * RING} 0a${RING} ${RING} 0 1 0-${2 * RING} 0`,
    )
  }
  show(0)
  slider.addEventListener('input', () => show(slider.valueAsNumber))
  const point = (event: PointerEvent) => {
    const box = svg.getBoundingClientRect()
    const unitsAPixel = svg.viewBox.baseVal.width / box.width
    show(
      findNearestInterval(
        intervals,
        (event.clientX - box.left) * unitsAPixel,
        (event.clientY - box.top) * unitsAPixel,
      ),
    )
  }
  svg.addEventListener('pointermove', point)
  svg.addEventListener('pointerdown', point)
}
