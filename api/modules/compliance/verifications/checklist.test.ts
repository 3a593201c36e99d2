import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parseChecklist } from './checklist.ts'

const file = 'content/compliance/checklist.yaml'
const text = await readFile(file, 'utf8')

test("the repository's file is valid", async () => {
  const { declarations, grounds, checks } = await parseChecklist(text, file)
  expect([declarations.length, grounds.length, checks.length].every((number) => number > 2)).toBe(true)
})

test.each([
  ['no YAML', 'checks: [', /checklist\.yaml: is not valid YAML/],
  ['a missing list', 'checks: []', /checklist\.yaml: declarations must be a list of 1 to 50 entries$/],
  [
    'an unknown item',
    text.replace('item: tax', 'item: taxes'),
    /checks\.3\.item must be one of identity, entity/,
  ],
  [
    'a version in words',
    text.replace('version: 2', 'version: one'),
    /declarations\.0\.version must be a whole number/,
  ],
  ['an unknown field', text.replace('item: tax', 'items: tax'), /checks\.3\.items is not a known field$/],
  [
    'an id that comes twice',
    text.replace('id: own_account', 'id: true_and_complete'),
    /declarations has the id true_and_complete twice$/,
  ],
])('%s is rejected with its position', async (_what, broken, message) => {
  await expect(parseChecklist(broken, file)).rejects.toThrow(message)
})
