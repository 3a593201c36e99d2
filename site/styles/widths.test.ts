import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const site = join(import.meta.dirname, '..')

test('layouts change at widths in letters, so that large text in a wide window has the layout of a narrow one', () => {
  const queries = globSync('**/*.{css,astro,tsx}', { cwd: site }).flatMap((path) =>
    [...readFileSync(join(site, path), 'utf8').matchAll(/@media[^{]*|(?<=media=")[^"]*/g)].map(([query]) => ({
      path,
      query,
    })),
  )
  expect(queries.length).toBeGreaterThan(50)
  expect(queries.filter(({ query }) => /(?:width|height)[^)]*\dpx/.test(query))).toEqual([])
})
