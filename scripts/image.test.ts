/** Checks of the image without a container engine: the files it names exist. */
import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { variables } from '#config'
import { operations } from '#contract/operations/operations'
import { API_BASE } from '#contract/request-url'
import { siteSources } from './site-source-hash.ts'

const root = dirname(import.meta.dirname)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json'))
const dockerfile = read('Dockerfile')
const [, , last = ''] = dockerfile.split(/^FROM /m).slice(1)

/** Arguments of an instruction, one array a line. */
const instructions = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, words = '']) => words.split(' '))

/** The project's file that an import names; undefined for a package. */
function fileOf(path: string, folder: string): string | undefined {
  if (path.startsWith('.')) return join(folder, path)
  for (const [name, target] of Object.entries<string>(manifest.imports)) {
    const [start = '', end] = name.split('*')
    if (end === undefined ? path !== name : !path.startsWith(start)) continue
    return join(root, target.replace('*', path.slice(start.length)))
  }
  return undefined
}

describe('the image', () => {
  test('is built by the commands that start the project, under the same Bun', () => {
    const bun = /bun@\S+/.exec(manifest.scripts.start)?.[0]
    const used = dockerfile.match(/bun@\S+/g) ?? []
    expect(used.length).toBeGreaterThan(0)
    expect(new Set(used)).toEqual(new Set([bun]))
    expect(dockerfile).toContain(manifest.scripts.build.split('run ')[1])
    for (const [, script = ''] of dockerfile.matchAll(/(?:run|"bun",) "?([\w/]+\.ts)/g)) {
      expect(existsSync(join(root, script)), script).toBe(true)
    }
    const sent = read('.dockerignore').split('\n')
    for (const words of instructions(dockerfile, 'COPY')) {
      if (words[0]?.startsWith('--from') || words[0] === '.') continue
      for (const file of words.slice(0, -1)) {
        expect(existsSync(join(root, file)), file).toBe(true)
        expect(sent, 'the builder gets it').toContain(`!${file}`)
      }
    }
  })

  test('runs as an unprivileged user, with a separate data volume, and is healthy when it is ready', () => {
    expect(instructions(last, 'USER')).toEqual([['10001:10001']])
    expect(last.indexOf('USER')).toBeLessThan(last.indexOf('\nCMD'))
    expect(instructions(last, 'VOLUME')).toEqual([['/data']])
    expect(last).toContain('DATA_DIR=/data')
    expect(last).toContain(`${API_BASE}${operations.ready.path}`)
    for (const [name = ''] of (instructions(last, 'ENV')[0] ?? []).map((pair) => pair.split('='))) {
      expect([...Object.keys(variables), 'NODE_ENV', 'TMPDIR']).toContain(name)
    }
  })

  test('the builder gets everything that the site is made of, and nothing from the tests', async () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const isSent = (path: string) => allowed.some((one) => path === one || path.startsWith(`${one}/`))
    expect(siteSources.filter((path) => !isSent(path))).toEqual([])
    // Files that pages read by their names.
    for await (const file of new Bun.Glob('site/pages/**/*.{ts,astro}').scan(root)) {
      for (const [, path = ''] of read(file).matchAll(
        /'((?:docs|tests|shared|content|scripts)\/[\w./-]+\.\w+)'/g,
      ))
        expect(
          siteSources.some((one) => path === one || path.startsWith(`${one}/`)),
          `${file} reads ${path}`,
        ).toBe(true)
    }
  })

  test('contains no secret, no data, and only the listed files', () => {
    const [first, ...rest] = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
    expect(first).toBe('**')
    for (const line of rest.filter((entry) => entry.startsWith('!'))) {
      expect(existsSync(join(root, line.slice(1))), line).toBe(true)
      expect(line).not.toMatch(/\.env|\.data|\.git|node_modules|dist/)
    }
    expect(dockerfile).not.toMatch(/(?:ENV|ARG) .*(?:SECRET|PASSWORD|KEY)/)
  })

  test('has every package that the server and its commands import', async () => {
    const known = new Set([...Object.keys(manifest.dependencies), ...builtinModules, 'bun'])
    const names = ['admin', 'audit-verify', 'backup', 'restore', 'verify-backup', 'verify-totals']
    const files = ['api/server.ts', ...names.map((name) => `scripts/${name}.ts`)]
    const bare = new Set<string>()
    // A set that grows while it is walked: every file that one of them imports.
    const reached = new Set(files.map((file) => join(root, file)))
    const transpiler = new Bun.Transpiler({ loader: 'ts' })
    for (const file of reached) {
      for (const { path } of transpiler.scanImports(readFileSync(file, 'utf8'))) {
        const own = fileOf(path, dirname(file))
        if (own?.endsWith('.ts')) reached.add(own)
        if (own || path.startsWith('node:')) continue
        bare.add(path.split('/', path.startsWith('@') ? 2 : 1).join('/'))
      }
    }
    expect(reached.size).toBeGreaterThan(150)
    const copied = instructions(dockerfile, 'COPY').flatMap((words) => words.slice(0, -1))
    for (const file of reached) {
      const path = file.slice(root.length + 1)
      expect(
        copied.some((folder) => path.startsWith(`${folder}/`)),
        path,
      ).toBe(true)
    }
    expect(bare.size).toBeGreaterThan(10)
    expect([...bare].filter((name) => !known.has(name))).toEqual([])
  })

  test('has no package that only the build needs', async () => {
    const sources = await Array.fromAsync(new Bun.Glob('{api,drizzle,shared}/**/*.ts').scan(root))
    const code = sources.filter((file) => !file.includes('.test.')).map(read)
    // Fonts and locations are read by composed paths.
    const others = Object.keys(manifest.dependencies).filter(
      (name) => !/^@(?:fontsource|ip-location)/.test(name) && !code.some((text) => text.includes(`'${name}`)),
    )
    expect(others).toEqual([])
    // TypeScript is a peer of packages with types.
    expect(dockerfile).toMatch(/install .*--production .*--omit=peer/)
  })
})

describe('the compose file', () => {
  const { services, volumes } = parse(read('compose.yaml'))

  /** What the file or the image sets, and what only the service that migrates may know. */
  const fixed = ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL']

  test('passes every variable of the configuration to the server, and no other', () => {
    const { DATABASE_URL, ...passed } = services.server.environment
    expect(DATABASE_URL).toContain('@postgres:5432/')
    const open = Object.keys(variables).filter((name) => !fixed.includes(name))
    expect(Object.keys(passed).sort()).toEqual(open.sort())
    for (const [name, value] of Object.entries<string>(passed))
      expect(value).toMatch(new RegExp(`^\\$\\{${name}:[?-]`))
  })

  test('the documented backup of the containers is written outside their volumes', () => {
    const operations = read('docs/operations.md')
    const [, outside, target] =
      /compose run .*--volume (\S+):(\S+) server bun scripts\/backup\.ts \2\//.exec(operations) ?? []
    expect(outside).toMatch(/^\//)
    const mounted = services.server.volumes.map((volume: string) => volume.split(':')[1])
    expect(mounted).not.toContain(target)
    expect(operations).not.toMatch(/backup\.ts \/data/)
  })

  test('requires every secret and contains none', () => {
    const text = read('compose.yaml')
    for (const [name, value] of Object.entries<string>({
      ...services.server.environment,
      ...services.postgres.environment,
    })) {
      if (!/SECRET|PASSWORD|KEY/.test(name)) continue
      // Those of services that an installation can do without.
      const isOptional = /^(?:S3|COINGECKO|DKIM|ADMIN_PASSWORD|DEMO)/.test(name)
      expect(value, name).toMatch(isOptional ? /^\$\{\w+:-\}$/ : /^\$\{\w+:\?[^}]+\}$/)
    }
    expect(text.match(/\$\{\w*(?:PASSWORD|SECRET|KEY):-[^}]/g)).toBeNull()
  })

  test('gives each role of the database a separate password, and the server only its own', () => {
    const { server, migrate, postgres } = services
    const roleAndPassword = (url: string) => /^postgres:\/\/(\w+):\$\{(\w+):\?/.exec(url)?.slice(1)
    expect(roleAndPassword(server.environment.DATABASE_URL)).toEqual(['lodefield_server', 'SERVER_PASSWORD'])
    expect(roleAndPassword(migrate.environment.DATABASE_OWNER_URL)).toEqual(['lodefield', 'OWNER_PASSWORD'])
    expect(migrate.environment.DATABASE_URL).toBe(server.environment.DATABASE_URL)
    expect(server.depends_on.migrate.condition).toBe('service_completed_successfully')
    expect(JSON.stringify(server)).not.toMatch(/POSTGRES_PASSWORD|OWNER_PASSWORD/)
    // The superuser is neither of them.
    expect(postgres.environment.POSTGRES_USER).toBeUndefined()
    const roles = read('scripts/create-roles.sh')
    for (const role of ['lodefield', 'lodefield_server'])
      expect(roles).toContain(`create role ${role} login password`)
    expect(roles).not.toMatch(/superuser\s|createrole/)
  })

  test('is started with every variable that it requires', () => {
    const required = new Set([...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))
    const [recipe = ''] = /printf '[^']+'/.exec(read('docs/operations.md')) ?? []
    const made = recipe.split('\\n').map((line) => line.replace("printf '", '').split('=')[0])
    expect([...required].filter((name) => !made.includes(name))).toEqual([])
  })

  test('sets variables that the server reads, and stores lasting data in volumes', () => {
    for (const name of Object.keys(services.server.environment))
      expect(Object.keys(variables)).toContain(name)
    const kept = [...services.server.volumes, ...services.postgres.volumes]
      .map((mount: string) => mount.split(':')[0])
      // Files of the project are no volumes.
      .filter((name) => !name?.startsWith('.'))
    expect(kept.sort()).toEqual(Object.keys(volumes).sort())
    expect(services.server.volumes).toContain('data:/data')
  })

  test('starts the server when the database is ready, reachable from this machine only and without privileges', () => {
    const { server, postgres } = services
    expect(server.depends_on.postgres.condition).toBe('service_healthy')
    expect(postgres.healthcheck.test).toContain('pg_isready')
    expect(postgres.ports).toBeUndefined()
    expect(server.ports.every((port: string) => port.startsWith('127.0.0.1:'))).toBe(true)
    expect(server).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    // Longer than the server takes to stop.
    expect(Number.parseInt(server.stop_grace_period, 10)).toBeGreaterThan(10)
  })
})
