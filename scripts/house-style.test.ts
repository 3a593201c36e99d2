/** Product texts follow the house style. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { projectRoot as root } from '#shared/project-root'
import { BRITISH_SPELLING, brokenRule } from './house-style.ts'

interface Text {
  file: string
  line: number
  text: string
}

const filesOf = (pattern: string) =>
  [...new Bun.Glob(pattern).scanSync({ cwd: root })].map((file) => file.replaceAll('\\', '/'))

/** Not shown to readers of the product: tests, and log messages. */
const isOwn = (file: string) =>
  /\.test\.|\.d\.ts$|^api\/(security-tests|testing)\/|^site\/gallery\//.test(file)

/** The texts of literals and elements with at least two words. */
function* textsOf(file: string): Generator<Text> {
  const code = readFileSync(join(root, file), 'utf8')
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind)
  const nodes: ts.Node[] = [source]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    const isCode = ts.isImportDeclaration(node) || ts.isTaggedTemplateExpression(node) || ts.isTypeNode(node)
    if (isCode || isLogged(node)) continue
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || isTemplatePart(node)) {
      const text = node.text
        .trim()
        .replace(/\{\w+\}/g, '…')
        .replace(/\s+/g, ' ')
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (/[a-z]\S* \S*[a-z]/i.test(text)) yield { file, line, text }
    }
    node.forEachChild((child) => {
      nodes.push(child)
    })
  }
}

const isTemplatePart = (node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail =>
  ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)

/** A message of the server's log. */
const isLogged = (node: ts.Node) => ts.isCallExpression(node) && /\blog\.\w+$/.test(node.expression.getText())

/** Lines of pages and content, without comments, code and tags. */
function* linesOf(file: string): Generator<Text> {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    if (/^\s*(\/\/|\/?\*|#(?!#| )|# |import\b|const\b)/.test(line) && !file.endsWith('.mdx')) continue
    yield { file, line: index + 1, text: line.replace(/<[^>]*>|`[^`]*`|\{[^}]*\}/g, ' ').trim() }
  }
}

const sources = filesOf('{site,api,shared,drizzle}/**/*.{ts,tsx}').filter((file) => !isOwn(file))
const prose = ['site/**/*.astro', 'content/**/*.{mdx,yaml}'].flatMap(filesOf)

test('texts of screens, emails, responses and pages avoid the listed words', () => {
  const texts = [
    ...sources.flatMap((file) => [...textsOf(file)]),
    ...prose.flatMap((file) => [...linesOf(file)]),
  ]
  expect(texts.length).toBeGreaterThan(10_000)
  const faults = texts.flatMap(({ file, line, text }) => {
    const rule = brokenRule(file, text)
    return rule === undefined ? [] : [`${file}:${line} ${rule} in “${text.slice(0, 120)}”`]
  })
  expect(faults).toEqual([])
})

test.each([
  ['api/modules/desk/approvals/routes.ts', 'The request has ended already.', 'has ended already'],
  ['site/admin/queue.tsx', 'A second administrator has to be asked', 'has to be'],
  ['content/docs/help.mdx', 'Write to the desk', 'desk'],
  ['site/admin/desk.tsx', 'Mails that were given up', 'Mails'],
])('a planted fault is found in %s: %s', (file, text, word) => {
  expect(brokenRule(file, text)).toContain(`“${word}”`)
})

test('comments have American spelling', () => {
  const files = filesOf('{site,api,shared,drizzle,scripts,tests}/**/*.{ts,tsx,mjs,css,sql,astro}')
  const wrong = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:\/\/|\/?\*|--|<!--)/.test(line) && BRITISH_SPELLING.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(wrong).toEqual([])
})
