import { expect, type Page } from '@playwright/test'

interface Shift {
  value: number
  moved: string[]
}

/** Records layout shifts from the first paint on, with what moved: left, top, width, height and markup. */
export const watchShifts = () => {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]) {
      if (entry.hadRecentInput) continue
      const moved = entry.sources.map(({ node, previousRect: before, currentRect: after }) => {
        const name = node instanceof Element ? node.outerHTML.slice(0, 100) : (node?.textContent ?? '')
        const place = [before, after].map(({ left, top, width, height }) =>
          [left, top, width, height].map(Math.round).join(' '),
        )
        return `${place.join(' → ')}: ${name}`
      })
      shifts.push({ value: entry.value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What has moved since {@link watchShifts} ran as an init script of the page. */
export const readShifts = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)

/** The sum of shifts, as counted in document 5. */
export const sumShifts = (shifts: Shift[]): number => shifts.reduce((total, { value }) => total + value, 0)

/** Asserts that nothing has moved since {@link watchShifts} ran as an init script of the page. */
export async function expectNoShift(page: Page): Promise<void> {
  const shifts = await readShifts(page)
  expect(sumShifts(shifts), JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(0.001)
}
