import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readReportSource } from './front-matter.ts'

const good = {
  title: 'Reserve audit of backing assets',
  type: 'audit',
  category: 'Reserve audit',
  date: '2026-09-30',
  auditor: 'Independent auditor (illustrative)',
  description: 'Counts tokens in issue against units of entitlement in five sample series.',
  status: 'Completed',
  scope: 'Existence, title and quantity of the assets held.',
  findings:
    '["The first finding, in a sentence.", "The second finding, in a sentence.", "The third, in a sentence."]',
  illustrative: 'true',
  order: '1',
}
const write = (fields: Record<string, string>) =>
  `---\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n---\n\n## Conclusion\n`
const read = (fields: Record<string, string>) => readReportSource('content/reports/a.mdx', write(fields))
const errorOf = (fields: Record<string, string>): Error => {
  try {
    read(fields)
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('The fields were accepted')
}
const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([field]) => field !== name))

test('reads front matter with its types, and the body separately', () => {
  const { frontMatter, body, bodyLine } = read(good)
  expect(frontMatter).toMatchObject({ title: good.title, date: '2026-09-30', illustrative: true, order: 1 })
  expect(frontMatter.findings).toHaveLength(3)
  expect(body).toBe('\n## Conclusion\n')
  expect(bodyLine).toBe(14)
})

test.each([
  [{ ...good, date: '30/9/2026' }, '"date" must be a calendar date like 2026-09-30, not "30/9/2026"'],
  [{ ...good, date: '2026-02-30' }, '"date" must be a calendar date like 2026-09-30'],
  [{ ...good, type: 'review' }, '"type" must be one of audit, compliance, not "review"'],
  [{ ...good, findings: '["One only, in a sentence."]' }, '"findings" must be a list of 3 to 5 sentences'],
  [{ ...good, illustrative: 'yes please' }, '"illustrative" must be true or false'],
  [{ ...good, order: '1.5' }, '"order" must be a whole number, 0 or more, not 1.5'],
  [{ ...good, description: 'Too short.' }, '"description" must be text of 60 to 220 characters'],
  [{ ...good, colour: 'red' }, 'the field "colour" is unknown. A report has: title, type'],
  [without('auditor'), 'the field "auditor" is missing. Expected text of 3 to 80 characters'],
  [without('status'), 'the field "status" is missing'],
])('reports a mistake in plain words: %#', (fields, message) => {
  expect(() => read(fields)).toThrow(`content/reports/a.mdx: `)
  expect(() => read(fields)).toThrow(message)
})

test('reports all mistakes of a file at once', () => {
  expect(() => read({ ...good, date: 'soon', order: 'first' })).toThrow(
    /"date" must be[\s\S]*"order" must be/,
  )
})

test('requires no status or scope for a compliance report', () => {
  const { status, scope, ...fields } = { ...good, type: 'compliance' }
  expect(read(fields).frontMatter.status).toBeUndefined()
})

test('states the enforced limits in the guide for writers, whose example is valid', () => {
  const [, guide = ''] =
    /## Add a report\n([\s\S]*?)\n## Add /.exec(readFileSync('content/README.md', 'utf8')) ?? []
  const [, example = ''] = /```mdx\n([\s\S]*?)\n```/.exec(guide) ?? []
  expect(readReportSource('content/README.md', example).frontMatter.type).toBe('audit')

  const named = Object.keys(good).filter((name) => name !== 'type')
  for (const name of named) {
    const { message } = errorOf(without(name))
    const row = guide.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``))
    for (const [bounds] of message.matchAll(/\d+ to \d+/g)) expect(row, name).toContain(bounds)
  }
})

test('reports missing or broken front matter', () => {
  expect(() => readReportSource('a.mdx', '## Conclusion')).toThrow('must begin with front matter')
  expect(() => readReportSource('a.mdx', '---\ntitle: "open\n---\n')).toThrow(
    'the front matter is not valid YAML',
  )
  expect(() => readReportSource('a.mdx', '---\njust words\n---\n')).toThrow('must be a list of fields')
})
