/** The style sheets of utilities name files that exist: the classes of a file that they miss would have no rules. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot as root } from '#shared/project-root'

const sheets = [...new Bun.Glob('site/**/*.css').scanSync({ cwd: root })]

/** The paths of a pattern such as `../ui/{Icon,Field}.tsx`. */
function expand(pattern: string): string[] {
  const [all, names] = /\{([^}]*)\}/.exec(pattern) ?? []
  if (all === undefined || names === undefined) return [pattern]
  return names.split(',').map((name) => pattern.replace(all, name))
}

test('every source of a style sheet exists', () => {
  const sources = sheets.flatMap((sheet) =>
    [...readFileSync(join(root, sheet), 'utf8').matchAll(/^@source "([^"]+)";/gm)].flatMap(
      ([, pattern = '']) => expand(pattern).map((path) => join(dirname(sheet), path)),
    ),
  )
  expect(sources.length).toBeGreaterThan(20)
  expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
