import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createContentWatch, keepGoodMdx } from './content-watch.ts'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'lodefield-watched-')), 'content')
  await cp(join(import.meta.dirname, '../content'), folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

function open() {
  const browser = { show: vi.fn(), reload: vi.fn() }
  const buildReports = vi.fn(async () => {})
  const watch = createContentWatch({ folder, browser, buildReports, print: () => {} })
  return { browser, buildReports, watch }
}

async function change(file: string, edit: (text: string) => string): Promise<string> {
  const path = join(folder, file)
  await writeFile(path, edit(await readFile(path, 'utf8')))
  return path
}

test('an error is shown in the browser with file, field and expectation until it is fixed', async () => {
  const { browser, watch } = open()
  await watch.check()
  expect(browser.show).not.toHaveBeenCalled()
  const good = await readFile(join(folder, 'faq.yaml'), 'utf8')
  watch.changed(await change('faq.yaml', (text) => text.replace(/category: \w+/, 'category: none')))
  await expect.poll(() => browser.show.mock.calls.length).toBe(1)
  const [[faults]] = browser.show.mock.calls as [[string[]]]
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(/^content\/faq\.yaml, items\.0\.category: Expected one of: /)
  // A page opened later also shows it.
  watch.opened()
  expect(browser.show).toHaveBeenCalledTimes(2)
  watch.changed(await change('faq.yaml', () => good))
  await expect.poll(() => browser.reload.mock.calls.length).toBe(1)
  watch.opened()
  expect(browser.show).toHaveBeenCalledTimes(2)
})

test('a file that is written in steps is checked once it is complete', async () => {
  const { browser, watch } = open()
  const file = join(folder, 'guides.yaml')
  const whole = await readFile(file, 'utf8')
  await writeFile(file, whole.slice(0, 40))
  watch.changed(file)
  await writeFile(file, whole)
  watch.changed(file)
  // The next error is the first that is shown.
  watch.changed(await change('home.yaml', () => 'title: ['))
  await expect.poll(() => browser.show.mock.calls.length).toBe(1)
  expect(String(browser.show.mock.calls[0])).not.toContain('guides.yaml')
})

test('a changed report is re-rendered and shown', async () => {
  const { browser, buildReports, watch } = open()
  watch.changed(join(folder, 'reports/esg-baseline-report-2025.mdx'))
  await expect.poll(() => browser.reload.mock.calls.length).toBe(1)
  expect(buildReports).toHaveBeenCalledTimes(1)
  buildReports.mockRejectedValueOnce(new Error('esg-baseline-report-2025.mdx: title is missing'))
  watch.changed(join(folder, 'reports/esg-baseline-report-2025.mdx'))
  await expect
    .poll(() => browser.show.mock.calls)
    .toEqual([[['esg-baseline-report-2025.mdx: title is missing']]])
})

test('a page that is not valid MDX keeps its last valid text, and without one names the line', async () => {
  const keep = keepGoodMdx()
  const [good, bad] = ['---\ntitle: Fees\n---\n\nText\n', '---\ntitle: Fees\n---\n\nText {open\n']
  await expect(keep(bad, '/content/docs/fees.mdx')).rejects.toMatchObject({
    loc: { file: '/content/docs/fees.mdx', line: 5 },
  })
  expect(await keep(good, '/content/docs/fees.mdx')).toBe(good)
  expect(await keep(bad, '/content/docs/fees.mdx')).toBe(good)
})
