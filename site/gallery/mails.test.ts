import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const mails = join(import.meta.dirname, '../../shared/email')
const gallery = readFileSync(join(import.meta.dirname, 'mails.tsx'), 'utf8')

test('the gallery shows every email', () => {
  const files = readdirSync(mails).filter((name) => name.endsWith('-emails.ts'))
  const names = files.flatMap((file) =>
    [...readFileSync(join(mails, file), 'utf8').matchAll(/^export (?:const|function) (\w+Email)\b/gm)].map(
      ([, name]) => name,
    ),
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !gallery.includes(`  ${name}(`))).toEqual([])
})
