import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findContentFaults } from './content-check.ts'
import { findDeadLinks } from './link-check.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodefield-content-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

test("the project's content has no errors", async () => {
  expect(await findContentFaults(join(import.meta.dirname, '../content'))).toEqual([])
})

test.each([
  [
    'a day that does not exist, in front matter',
    { 'docs/fees.mdx': '---\ntitle: Fees\nupdated: 2026-11-31\n---\nText\n' },
    'content/docs/fees.mdx, updated: 2026-11-31 is not a valid date.',
  ],
  [
    'a day that does not exist, deep in a file',
    { 'updates.yaml': 'updates:\n  - date: 2026-02-29\n' },
    'content/updates.yaml, updates.0.date: 2026-02-29 is not a valid date.',
  ],
  [
    'a mistake in YAML, with its line',
    { 'tokens/hall.yaml': 'symbol: $HALL\nname: "Halloysite\nstage: x\n', 'tokens/hall.mdx': '' },
    'content/tokens/hall.yaml, line ',
  ],
  [
    'a mistake in front matter, with its line in the file',
    { 'docs/fees.mdx': '---\ntitle: Fees\nnav: [yes\n---\nText\n' },
    'content/docs/fees.mdx, line 3: not valid YAML.',
  ],
  [
    'a brace of MDX that is never closed, with its line in the file',
    {
      'docs/fees.mdx': `---\ntitle: Fees\n---\n\nText\n\nUnits cost {open\n\n${'More text.\n\n'.repeat(300)}`,
    },
    'content/docs/fees.mdx, line 7: not valid MDX. Unexpected end of file in expression',
  ],
  [
    'a tag of MDX that is never closed',
    { 'legal/terms.mdx': '---\ntitle: Terms\n---\n\n<Note>\n\nText\n' },
    'content/legal/terms.mdx, line 5: not valid MDX. Expected a closing tag for `<Note>`',
  ],
  [
    'a field that is missing, with what is expected',
    { 'faq.yaml': 'items:\n  - id: fees\n' },
    'content/faq.yaml, items.0.category: Expected one of: account,',
  ],
  ['a list that is missing', { 'guides.yaml': 'cards: 5\n' }, 'content/guides.yaml, cards: Expected a list.'],
  [
    'a copied series',
    {
      'tokens/hall.yaml': 'symbol: $HALL',
      'tokens/hall.mdx': '',
      'tokens/other.yaml': 'symbol: $HALL',
      'tokens/other.mdx': '',
    },
    'content/tokens/other.yaml, symbol: $HALL is already the symbol of content/tokens/hall.yaml.',
  ],
  [
    'a series in the file of another symbol',
    { 'tokens/other.yaml': 'symbol: $HALL', 'tokens/other.mdx': '' },
    'content/tokens/other.yaml, symbol: the file of a series with the symbol $HALL must be named hall.yaml.',
  ],
  [
    'a series that the catalog does not have',
    { 'tokens/zinc.yaml': 'symbol: $ZINC', 'tokens/zinc.mdx': '' },
    'content/tokens/zinc.yaml, symbol: $ZINC is not in the catalog. Add it to shared/default-tokens.ts first.',
  ],
  [
    'a series without a text',
    { 'tokens/hall.yaml': 'symbol: $HALL' },
    'content/tokens/hall.yaml: the text is missing. Expected the file content/tokens/hall.mdx.',
  ],
])('finds %s', async (_, files, expected) => {
  await write(files)
  expect((await findContentFaults(folder)).join('\n')).toContain(expected)
})

test('finds dead links and anchors of a built site, and names the file of the page', async () => {
  const page = (body: string) => `<html><body>${body}</body></html>`
  await write({
    'content/docs/fees.mdx': '',
    'dist/site/docs/fees.html': page(
      [
        '<h2 id="first">First</h2><a href="#first">kept</a><a href="#second">x</a>',
        '<a href="/docs/nowhere">x</a><a class="y" href="/docs/help#asked">kept</a><a href="/docs/help#lost">x</a>',
        '<a href="/access/dashboard">kept</a><a href="/api/v1/reference">kept</a><a href="/old">kept</a>',
      ].join(''),
    ),
    'dist/site/docs/help.html': page('<h2 id="asked">Asked</h2>'),
    'dist/server/site.json': JSON.stringify({
      redirects: [{ from: '/old', to: '/docs/help#asked', status: 308 }],
      fallbacks: [{ from: '/access/*', path: 'access.html', status: 200 }],
      files: [{ path: 'docs/fees.html' }, { path: 'docs/help.html' }],
    }),
  })
  expect(await findDeadLinks(join(folder, 'dist'), folder)).toEqual([
    'content/docs/fees.mdx: the link #second points to a missing section of the page.',
    'content/docs/fees.mdx: the link /docs/nowhere does not lead to a page.',
    'content/docs/fees.mdx: the link /docs/help#lost points to a missing section of the page.',
  ])
})
