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

/** The layers whose domains are compared, and the name that their rules begin with. */
const layers = [
  { folder: 'api/modules', rule: 'domain' },
  { folder: 'api/contract', rule: 'domain' },
  { folder: 'site/admin', rule: 'browser-domain' },
  { folder: 'site/investor', rule: 'browser-domain' },
  { folder: 'site/core/query', rule: 'browser-domain' },
]
const domains = [...Object.keys(planted), 'operations']

/** Runs the check on what was written: each violation as rule, importing and imported file. */
function listViolations(): string[] {
  cpSync('dependency-cruiser.config.mjs', join(folder, 'dependency-cruiser.config.mjs'))
  write('tsconfig.json', '{}')
  write('package.json', JSON.stringify({ type: 'module', imports: { '#*': './*' } }))
  const bin = join(process.cwd(), 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const options = ['--config', 'dependency-cruiser.config.mjs', '--output-type', 'json', 'api', 'site']
  const output = execFileSync(process.execPath, [bin, ...options], { cwd: folder, encoding: 'utf8' })
  const { violations } = (JSON.parse(output) as Report).summary
  return violations.map(({ rule, from, to }) => [rule.name, from, to].join(' ')).sort()
}

test('the folders of every layer are domains, or building blocks', () => {
  for (const layer of [...layers, { folder: 'drizzle/schema' }, { folder: 'tests/e2e' }]) {
    const others = ['app', 'internal', 'kit']
    const folders = readdirSync(layer.folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const unknown = folders.map(({ name }) => name).filter((name) => ![...domains, ...others].includes(name))
    expect(unknown, layer.folder).toEqual([])
  }
  expect(readdirSync('api/modules').sort()).toEqual(domains.sort())
})

test('the check finds imports that go up the list of domains and circles, and allows those that go down', () => {
  const expected: string[] = []
  for (const { folder: layer, rule } of layers) {
    for (const domain of domains) {
      write(`${layer}/${domain}/part/service.ts`, 'export type Part = 1\n')
      // The last domain may import all others, the tests of a domain whatever they prepare.
      write(`${layer}/${domain}/part/routes.test.ts`, `import '#${layer}/operations/part/service.ts'\n`)
    }
    write(`${layer}/operations/part/all.ts`, `import '#${layer}/desk/part/service.ts'\n`)
    const isBrowser = layer.startsWith('site/')
    for (const [domain, other] of Object.entries({ ...planted, ...(isBrowser && { market: 'portfolio' }) })) {
      const target = `${layer}/${other}/part/service.ts`
      write(
        `${layer}/${domain}/part/planted.ts`,
        `import type { Part } from '#${target}'\nexport type P = Part\n`,
      )
      expected.push(`${rule}-${domain} ${layer}/${domain}/part/planted.ts ${target}`)
    }
  }
  for (const area of ['site/admin', 'site/investor']) {
    write(`${area}/kit/block.ts`, `import '#${area}/desk/part/service.ts'\n`)
    write(`${area}/app/app.ts`, `import '#${area}/desk/part/service.ts'\n`)
    write(`${area}/desk/part/screen.ts`, `import '#${area}/app/app.ts'\nimport '#${area}/kit/block.ts'\n`)
    expected.push(
      `browser-kit ${area}/kit/block.ts ${area}/desk/part/service.ts`,
      `browser-app ${area}/desk/part/screen.ts ${area}/app/app.ts`,
    )
  }
  write('api/common/one.ts', "import './other.ts'\n")
  write('api/common/other.ts', "import './one.ts'\n")
  expected.push('circular api/common/one.ts api/common/other.ts')
  expect(listViolations()).toEqual(expected.sort())
})
