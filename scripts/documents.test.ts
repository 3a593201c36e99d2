/** The project's documents match its files: links, anchors, commands, paths and the diagram. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, normalize } from 'node:path'
import Slugger from 'github-slugger'
import type { Root } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { describe, expect, test } from 'vitest'
import { projectRoot as root } from '#shared/project-root'
import { drawArchitecture, insertDiagram } from './draw-architecture.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const folders = ['content', 'docs', 'security']
const documents = ['*.md', ...folders.map((folder) => `${folder}/**/*.md`)]
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root })])
  .map((file) => file.replaceAll('\\', '/'))
  .sort()

const trees = new Map<string, Root>()
function parse(file: string): Root {
  const tree = trees.get(file) ?? unified().use(remarkParse).use(remarkGfm).parse(read(file))
  trees.set(file, tree)
  return tree
}

/** The anchors GitHub makes from the headings of a document. */
function anchorsOf(file: string): Set<string> {
  const slugger = new Slugger()
  const anchors = new Set<string>()
  visit(parse(file), 'heading', (heading) => {
    anchors.add(slugger.slug(textOf(heading)))
  })
  return anchors
}

/** Relative links and images, as written. */
function linksOf(file: string): string[] {
  const links: string[] = []
  visit(parse(file), ['link', 'image', 'definition'], (node) => {
    if ('url' in node && !/^([a-z]+:|\/)/.test(node.url)) links.push(node.url)
  })
  return links
}

const isBroken = (file: string, link: string): boolean => {
  const [path = '', anchor] = decodeURI(link).split('#')
  const target = path ? normalize(join(dirname(file), path)) : file
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)
}

/** Code in a line and in blocks. */
function codeOf(file: string): { inline: string[]; blocks: string[] } {
  const inline: string[] = []
  const blocks: string[] = []
  visit(parse(file), ['inlineCode', 'code'], (node) => {
    if (node.type === 'inlineCode') inline.push(node.value)
    if (node.type === 'code' && node.lang !== 'mermaid') blocks.push(node.value)
  })
  return { inline, blocks }
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const isPattern = (path: string): boolean => /[*{<[…]/.test(path)

/** A path of the project: below one of its folders, from the root. */
const isPath = (code: string): boolean =>
  /^(api|content|docs|drizzle|scripts|security|site|tests)\/[^\s`]*$/.test(code)

/** A path with variable parts, such as `docs/<slug>.mdx` or `*.ts`, exists if some file matches it. */
function exists(path: string): boolean {
  if (!isPattern(path)) return existsSync(join(root, path))
  const pattern = path.replaceAll(/<[^>]*>|…/g, '*').replace(/\/$/, '')
  const glob = new Bun.Glob(pattern)
  return !glob.scanSync({ cwd: root, onlyFiles: false }).next().done
}

test('finds the documents of every folder', () => {
  for (const folder of ['README', ...folders])
    expect(documents.some((file) => file.startsWith(folder))).toBe(true)
})

describe.each(documents)('%s', (file) => {
  test('has links to existing files and anchors', () => {
    expect(linksOf(file).filter((link) => isBroken(file, link))).toEqual([])
  })

  test('names commands that package.json has', () => {
    const { inline, blocks } = codeOf(file)
    const named = [...inline, ...blocks].flatMap((code) =>
      [...code.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name),
    )
    expect(named.filter((name) => name !== undefined && !(name in scripts))).toEqual([])
  })

  test('names paths that exist', () => {
    // A test is named as `file › title`, a position in a file by a line or an anchor.
    const named = codeOf(file).inline.map((code) => code.split(' › ')[0]?.split('#')[0] ?? '')
    expect(
      named.filter((code) => isPath(code) && !exists(code) && !exists(join(dirname(file), code))),
    ).toEqual([])
  })
})

const tracked = (await Bun.$`git ls-files`.cwd(root).text()).trim().split('\n')
const sources = tracked.filter(
  (file) =>
    /\.(tsx?|mjs|sql|css|json|astro|sh|ya?ml|mdx|example)$|Dockerfile/.test(file) &&
    existsSync(join(root, file)),
)

/** Part of a name that a library puts together. */
const composed = ['cpu_seconds_total']

test('documents name identifiers that the code has', () => {
  const known = new Set([
    ...sources.flatMap((file) => read(file).match(/[A-Za-z_$][\w$]*/g) ?? []),
    ...composed,
  ])
  const isIdentifier = (code: string) =>
    /^(?:[a-z]+[A-Z]\w*|[a-z]+(?:_[a-z]+)+|[A-Z][a-z]+[A-Z]\w*)$/.test(code)
  const unknown = documents.flatMap((file) =>
    codeOf(file)
      .inline.map((code) => code.replace(/\(\)$/, ''))
      .filter((code) => isIdentifier(code) && !known.has(code))
      .map((code) => `${file}: ${code}`),
  )
  expect(unknown).toEqual([])
})

test('comments name files that exist', () => {
  const names = new Set(tracked.map((file) => basename(file)))
  const missing = sources
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => /^\s*(?:\*|\/\/|\/\*\*)/.test(line))
        .flatMap((line) =>
          [...line.matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|sql))`/g)].map(([, path = '']) => path),
        )
        .filter((path) => !names.has(basename(path)))
        .map((path) => `${file}: ${path}`),
    )
  expect(missing).toEqual([])
})

test('the map in the README names files and folders that exist', () => {
  const map = codeOf('README.md').blocks.find((block) => block.startsWith('content/')) ?? ''
  let parent = ''
  const missing: string[] = []
  for (const line of map.split('\n')) {
    const isNested = line.startsWith(' ')
    const names = line.trim().split(/ {2,}/)[0]?.split(' ') ?? []
    if (!isNested) parent = names[0] ?? ''
    missing.push(...names.map((name) => (isNested ? parent + name : name)).filter((path) => !exists(path)))
  }
  expect(parent).toBe('docs/')
  expect(missing).toEqual([])
})

test('the README has at most 110 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(110)
})

test('the diagram of the architecture shows the current imports: npm run docs:diagram updates it', async () => {
  const document = read('docs/architecture.md')
  expect(insertDiagram(document, await drawArchitecture())).toBe(document)
})

test('decisions are numbered in order, each with context, decision and consequences', () => {
  const decisions = documents.filter((file) => /^docs\/decisions\/\d/.test(file))
  expect(decisions.map((file) => Number(basename(file).slice(0, 2)))).toEqual(
    decisions.map((_, at) => at + 1),
  )
  for (const file of decisions) {
    const sections = [...anchorsOf(file)]
    expect(sections, file).toEqual(expect.arrayContaining(['context', 'decision', 'consequences']))
  }
})

test('the example for nginx is a valid configuration', async () => {
  const [, example = ''] = /```nginx\n([\s\S]*?)```/.exec(read('docs/operations.md')) ?? []
  expect(example).toMatch(/proxy_buffering off;\s+proxy_read_timeout \d+s;/)
  // Not part of the project: its own check runs where it is installed.
  if (!Bun.which('nginx')) return
  const folder = await mkdtemp(join(tmpdir(), 'lodefield-nginx-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const run = async (...command: string[]) => {
    const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe' })
    return { said: await new Response(child.stderr).text(), code: await child.exited }
  }
  const options = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=x',
  ]
  await run('openssl', 'req', ...options, '-keyout', key, '-out', certificate)
  const server = example.replace(/\/etc\/ssl\/\S+pem/, certificate).replace(/\/etc\/ssl\/\S+key/, key)
  await writeFile(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; events {} http { access_log off; ${server.replace('listen 443', 'listen 127.0.0.1:8443')} }`,
  )
  const { said, code } = await run('nginx', '-t', '-e', 'stderr', '-c', join(folder, 'nginx.conf'))
  await rm(folder, { recursive: true })
  expect(code, said).toBe(0)
})
