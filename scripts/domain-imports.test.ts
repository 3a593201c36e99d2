/** The order of domains in `dependency-cruiser.config.mjs`: an import planted in each domain fails the check. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Each domain with one that it must not import. */
const planted = {
  platform: 'identity',
  market: 'platform',
  messaging: 'identity',
  catalog: 'messaging',
  identity: 'compliance',
  compliance: 'cash',
  cash: 'holdings',
  holdings: 'portfolio',
  portfolio: 'people',
  people: 'desk',
  desk: 'operations',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lodefield-domains-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

interface Report {
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}

test('the check finds an import that goes up the list of domains, and allows those that go down', () => {
  const domains = readdirSync('api/modules')
  expect(domains.sort()).toEqual([...Object.keys(planted), 'operations'].sort())
  cpSync('dependency-cruiser.config.mjs', join(folder, 'dependency-cruiser.config.mjs'))
  write('tsconfig.json', '{}')
  write('package.json', JSON.stringify({ type: 'module', imports: { '#modules/*': './api/modules/*.ts' } }))
  for (const domain of domains) {
    write(`api/modules/${domain}/part/service.ts`, 'export type Part = 1\n')
    // The last domain may import all others, the tests of a domain whatever they prepare.
    write(`api/modules/${domain}/part/routes.test.ts`, "import '#modules/operations/part/service'\n")
    write('api/modules/operations/part/all.ts', "import '#modules/desk/part/service'\n")
  }
  for (const [domain, other] of Object.entries(planted))
    write(
      `api/modules/${domain}/part/planted.ts`,
      `import type { Part } from '#modules/${other}/part/service'\nexport type Planted = Part\n`,
    )
  const bin = join(process.cwd(), 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const options = ['--config', 'dependency-cruiser.config.mjs', '--output-type', 'json', 'api/modules']
  const output = execFileSync(process.execPath, [bin, ...options], { cwd: folder, encoding: 'utf8' })
  const { violations } = (JSON.parse(output) as Report).summary
  const found = violations.map(({ rule, from, to }) => [rule.name, from, to].join(' ')).sort()
  const expected = Object.entries(planted).map(
    ([domain, other]) =>
      `domain-${domain} api/modules/${domain}/part/planted.ts api/modules/${other}/part/service.ts`,
  )
  expect(found).toEqual(expected.sort())
})
