/** What a reader waits for on a page: the time from an input to the next frame, and tasks that block the page. */
import type { BrowserContext, Locator, Page } from '@playwright/test'

/** Milliseconds without a 50 ms task or a request after which a page counts as idle. */
const QUIET = 600

interface Recorded {
  /** Durations of the inputs since the last reset, from the Event Timing API, in steps of 8 ms. */
  inputs: number[]
  /** Durations of tasks of at least 50 ms since then. */
  tasks: number[]
  /** Time of the last task or resource. */
  busyAt: number
}

declare global {
  interface Window {
    recorded: Recorded
  }
}

/** Runs in the page before its own scripts. */
const record = () => {
  window.recorded = { inputs: [], tasks: [], busyAt: 0 }
  const observe = (type: string, options: object, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry)
    }).observe({ type, buffered: true, ...options })
  observe('event', { durationThreshold: 16 }, (entry) => {
    // Only presses and keystrokes are interactions; pointer moves have no id.
    if ('interactionId' in entry && entry.interactionId !== 0) window.recorded.inputs.push(entry.duration)
  })
  observe('longtask', {}, ({ duration, startTime }) => {
    window.recorded.tasks.push(duration)
    window.recorded.busyAt = startTime + duration
  })
  observe('resource', {}, (entry) => {
    window.recorded.busyAt = Math.max(
      window.recorded.busyAt,
      (entry as PerformanceResourceTiming).responseEnd,
    )
  })
}

export interface Cost {
  /** Milliseconds of the slowest input; the browser reports none below 16. */
  input: number
  /** Milliseconds of the longest task during it; the browser reports none below 50. */
  task: number
}

/** An ordinary interaction: brings a page into position, then performs it by mouse or keyboard alone. */
export interface Interaction {
  name: string
  /** Opens the page and returns what to press, or nothing if only keys are used. */
  prepare: (page: Page) => Promise<Locator | undefined>
  /** Keys to type after the press, with human-like pauses. */
  keys?: string
  /** Without a press: the element only gets the focus. */
  isFocusOnly?: boolean
  /** CSS pixels; 1280 by default. */
  width?: number
}

/** A page with a processor that is `slowdown` times slower, whose inputs and tasks are recorded. */
export async function openSlowPage(context: BrowserContext, slowdown: number): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(record)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

/** Waits until the page has had no long task and no response for a while. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.waitForFunction((quiet) => performance.now() - window.recorded.busyAt > quiet, QUIET, {
    polling: 200,
  })
}

const readCost = (page: Page): Promise<Cost> =>
  page.evaluate(() => ({
    input: Math.max(0, ...window.recorded.inputs),
    task: Math.max(0, ...window.recorded.tasks),
  }))

/**
 * Discards the measurements of loading the page. The page does not count as idle again before it has had time for what
 * comes.
 */
async function startRecording(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.recorded.inputs = []
    window.recorded.tasks = []
    window.recorded.busyAt = performance.now()
  })
}

/** Milliseconds of the longest task of loading a page until it is idle. */
export async function measureLoad(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await settle(page)
  return (await readCost(page)).task
}

/**
 * Measures one interaction. The browser itself moves the pointer and presses the keys, because the scripts that a test
 * library runs in the page to find and check an element are tasks of the page too.
 */
export async function measure(page: Page, interaction: Interaction): Promise<Cost> {
  await page.setViewportSize({ width: interaction.width ?? 1280, height: 800 })
  const target = await interaction.prepare(page)
  let at: { x: number; y: number } | undefined
  if (target) {
    await target.scrollIntoViewIfNeeded()
    if (interaction.isFocusOnly) await target.focus()
    await settle(page)
    const box = await target.boundingBox()
    if (!box) throw new Error(`${interaction.name}: the element is not shown`)
    at = { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 }
    if (!interaction.isFocusOnly) await page.mouse.move(at.x, at.y)
  }
  await settle(page)
  await startRecording(page)
  if (at && !interaction.isFocusOnly) await page.mouse.click(at.x, at.y, { delay: 40 })
  for (const key of interaction.keys?.split(' ') ?? []) {
    if (key.length > 1 && /^[A-Z]/.test(key)) await page.keyboard.press(key, { delay: 30 })
    else await page.keyboard.type(key, { delay: 120 })
  }
  await settle(page)
  return readCost(page)
}
