/** Every line of the table has a requirement of the standard, a state, and a test that is there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const table = readFileSync(join(import.meta.dirname, 'asvs.md'), 'utf8')
const threats = readFileSync(join(import.meta.dirname, 'threat-model.md'), 'utf8')
const levelThree = table.slice(table.indexOf('## Level 3'))
const rows = table
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, ids = '', state = '', how = '', shown = ''] = line.split('|').map((cell) => cell.trim())
    return { ids: ids.split(', '), state, how, tests: [...shown.matchAll(/`([^`]+?) › ([^`]+)`/g)] }
  })

/**
 * The number of requirements of levels 1 and 2 with which each section of version 5.0.0 begins; those of level 3
 * follow.
 */
// biome-ignore format: a chapter a line
const SECTIONS = [
  ['1.1', 2], ['1.2', 9], ['1.3', 11], ['1.4', 3], ['1.5', 2],
  ['2.1', 3], ['2.2', 3], ['2.3', 4], ['2.4', 1],
  ['3.2', 2], ['3.3', 4], ['3.4', 6], ['3.5', 5], ['3.7', 2],
  ['4.1', 3], ['4.2', 1], ['4.3', 2], ['4.4', 4],
  ['5.1', 1], ['5.2', 3], ['5.3', 2], ['5.4', 3],
  ['6.1', 3], ['6.2', 12], ['6.3', 4], ['6.4', 4], ['6.5', 5], ['6.6', 3], ['6.8', 4],
  ['7.1', 3], ['7.2', 4], ['7.3', 2], ['7.4', 5], ['7.5', 2], ['7.6', 2],
  ['8.1', 2], ['8.2', 3], ['8.3', 1], ['8.4', 1],
  ['9.1', 3], ['9.2', 4],
  ['10.1', 2], ['10.2', 2], ['10.3', 4], ['10.4', 11], ['10.5', 5], ['10.6', 2], ['10.7', 3],
  ['11.1', 2], ['11.2', 3], ['11.3', 3], ['11.4', 4], ['11.5', 1], ['11.6', 1],
  ['12.1', 3], ['12.2', 2], ['12.3', 4],
  ['13.1', 1], ['13.2', 5], ['13.3', 2], ['13.4', 5],
  ['14.1', 2], ['14.2', 4], ['14.3', 3],
  ['15.1', 3], ['15.2', 3], ['15.3', 7],
  ['16.1', 1], ['16.2', 5], ['16.3', 4], ['16.4', 3], ['16.5', 3],
  ['17.1', 1], ['17.2', 4], ['17.3', 2],
] as const

test('each of the 253 requirements of levels 1 and 2 has one line', () => {
  const wanted = SECTIONS.flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  )
  expect(wanted).toHaveLength(253)
  expect(rows.flatMap((row) => row.ids).sort()).toEqual(wanted.sort())
})

test('every line has a state from the legend, and says how it is met', () => {
  for (const { ids, state, how } of rows) {
    expect(table, ids[0]).toContain(`**${state}**`)
    expect(how.length, ids[0]).toBeGreaterThan(5)
  }
})

test('every test that is named is there, in the threat model too', () => {
  const named = [
    ...rows.flatMap(({ ids, tests }) =>
      tests.map(([, file = '', title = '']) => ({ line: ids[0], file, title })),
    ),
    ...[...`${threats}${levelThree}`.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(
      ([line, file = '', title = '']) => ({
        line,
        file,
        title,
      }),
    ),
  ]
  expect(named.length).toBeGreaterThan(140)
  const missing = named.filter(({ file, title }) => {
    const path = join(root, file)
    if (!existsSync(path)) return true
    const source = readFileSync(path, 'utf8')
    return ![`'${title}'`, `"${title}"`, `\`${title}\``].some((text) => source.includes(text))
  })
  expect(missing).toEqual([])
})
