/** The import walls of `biome.json`: a forbidden import, planted in one file of each folder, fails the check. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A file of site/core that only site/core imports. */
const INTERNAL = '#core/events/internal/event-stream'

/** Forbidden imports of the files of a folder; the first pattern that matches a path counts. */
const forbidden: [RegExp, string[]][] = [
  [
    /^api\/contract\//,
    ['#db/client', '#http/pipeline/serve-endpoint', '#common/logger', '#core/format/format', 'elysia'],
  ],
  [
    /^api\/common\//,
    [
      '#http/pipeline/serve-endpoint',
      '#modules/catalog/tokens/token-catalog',
      '#core/format/format',
      'elysia',
    ],
  ],
  [/^api\/http\/pipeline\/router\.ts$/, ['#modules/catalog/tokens/token-catalog', '#core/format/format']],
  [/^api\/http\//, ['#modules/catalog/tokens/token-catalog', '#core/format/format', 'elysia']],
  [
    /^api\/modules\/.+\/(routes|[^/]+-response)\.ts$/,
    ['#db/connection', 'drizzle-orm', 'postgres', '#core/format/format', 'elysia'],
  ],
  [/^api\/modules\//, ['#http/pipeline/serve-endpoint', '#core/format/format', '#app', 'elysia']],
  [
    /^drizzle\//,
    ['#contract/catalog/tokens', '#common/logger', '#modules/catalog/tokens/token-catalog', 'elysia'],
  ],
  [/^shared\//, ['#contract/catalog/tokens', '#core/format/format', '#db/client']],
  [/^site\/core\//, ['#ui/Button', 'react', '#db/client', '#modules/catalog/tokens/token-catalog']],
  [/^site\/ui\//, ['#core/session/session', '#contract/catalog/tokens', '#db/client']],
  [
    /^site\/islands\//,
    [
      '#site/admin/kit/layout/sections.ts',
      '#site/investor/app/app.tsx',
      '#modules/catalog/tokens/token-catalog',
      '#ui/Dialog',
      INTERNAL,
    ],
  ],
  [
    /^site\/investor\//,
    [
      '#site/admin/kit/layout/sections.ts',
      '#http/pipeline/serve-endpoint',
      '#db/client',
      '#ui/Dialog',
      INTERNAL,
    ],
  ],
  [
    /^site\/admin\//,
    [
      '#site/investor/app/app.tsx',
      '#http/pipeline/serve-endpoint',
      '#db/client',
      '@base-ui/react/menu',
      INTERNAL,
    ],
  ],
  [
    /^site\//,
    [
      '#modules/catalog/tokens/token-catalog',
      '#http/pipeline/serve-endpoint',
      '#db/client',
      '#app',
      INTERNAL,
    ],
  ],
]

/** One file of each folder of the server, the data and the site. */
function oneOfEachFolder(): string[] {
  const listed = execFileSync('git', ['ls-files', 'api/*/**', 'drizzle', 'shared', 'site'], {
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file))
  const byFolder = new Map(files.map((file) => [dirname(file), file]))
  const alsoHttp = files.filter((file) => /^api\/modules\/.+\/routes\.ts$/.test(file))
  return [...new Set([...byFolder.values(), ...alsoHttp, 'api/http/pipeline/router.ts'])].filter(
    (file) => !/^api\/(security-tests|testing)\//.test(file) && !file.startsWith('site/public/'),
  )
}

interface Diagnostic {
  category: string
  location: { path: string | { file: string }; start?: { line: number } }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lodefield-walls-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Files with a forbidden import found by the linter, and the number of lines. */
function lint(): Map<string, number> {
  let output: string
  const binary = join(process.cwd(), 'node_modules/.bin/biome')
  const options = ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--reporter=json']
  try {
    output = execFileSync(binary, [...options, '--max-diagnostics=none', '.'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    })
  } catch (error) {
    output = (error as { stdout: string }).stdout
  }
  const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] }
  const found = new Map<string, number>()
  for (const { category, location } of diagnostics) {
    if (category !== 'lint/style/noRestrictedImports') continue
    const path = typeof location.path === 'string' ? location.path : location.path.file
    found.set(path, (found.get(path) ?? 0) + 1)
  }
  return found
}

test('the linter finds a forbidden import in any folder', () => {
  cpSync('biome.json', join(folder, 'biome.json'))
  const expected = new Map<string, number>()
  for (const file of oneOfEachFolder()) {
    const names = forbidden.find(([pattern]) => pattern.test(file))?.[1]
    expect(names, `${file} is in a folder without a wall`).toBeDefined()
    const lines = (names ?? []).map((name, at) => `import { planted as planted${at} } from '${name}'`)
    const copy = join(folder, file)
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, `${lines.join('\n')}\n${readFileSync(file, 'utf8')}`)
    expected.set(file, lines.length)
  }
  expect(expected.size).toBeGreaterThan(50)
  expect(Object.fromEntries([...lint()].sort())).toEqual(Object.fromEntries([...expected].sort()))
})

test('no server file keeps mutable state in a module variable', () => {
  const listed = execFileSync('git', ['ls-files', 'api/**/*.ts', 'api/*.ts'], { encoding: 'utf8' })
  // `server.ts` is the process itself; the helpers of the security tests number their rows.
  const files = listed
    .split('\n')
    .filter((file) => /^api\/(?!security-tests\/|server\.ts).*(?<!\.test)\.ts$/.test(file))
  const found = files.filter((file) => /^(export )?let /m.test(readFileSync(file, 'utf8')))
  expect(files.length).toBeGreaterThan(150)
  expect(found).toEqual([])
})
