import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { writeFileAtomic } from '#build/file-utils'
import { extractContent, writeContents } from './content-json.ts'

const root = mkdtempSync(join(tmpdir(), 'contents-'))
afterAll(() => rmSync(root, { recursive: true }))

const page = (body: string) =>
  `<!doctype html><html><head><title>T</title></head><body><nav>Menu</nav><article class="prose" data-content>${body}</article><footer>F</footer></body></html>`

describe('the content of a page', () => {
  test('is the HTML inside the marked element', () => {
    expect(extractContent(page('<p>One</p>'))).toBe('<p>One</p>')
  })

  test('keeps ids, links and table structure, and drops our own classes', () => {
    const body =
      '<h2 id="fees" class="x" data-astro-cid-1>Fees</h2><a href="/docs/a?b=1&amp;c=2" class="y" target="_blank">a</a><table><tr><th scope="col" class="z">A</th></tr></table>'
    expect(extractContent(page(body))).toBe(
      '<h2 id="fees">Fees</h2><a href="/docs/a?b=1&amp;c=2">a</a><table><tr><th scope="col">A</th></tr></table>',
    )
  })

  test('contains the markup of an island without the island', () => {
    const body =
      '<astro-island uid="1" props="{&quot;a&quot;:1}" component-url="/_astro/x.js"><section><h3>Live chat</h3><button type="button">Start</button></section><!--astro:end--></astro-island>'
    expect(extractContent(page(body))).toBe('<section><h3>Live chat</h3></section>')
  })

  test.each([
    '<script>alert(1)</script>',
    '<style>p{}</style>',
    '<template><p>later</p></template>',
    '<dialog><p>Preview</p></dialog>',
    '<form><input name="a"></form>',
    '<div class="a"><div><button>Go</button></div></div>',
    '<search><input type="search"></search>',
    '<svg><title>Icon</title></svg>',
    '<div hidden>Hidden</div>',
    '<div data-content-skip>Skipped</div>',
    '<!-- a note -->',
  ])('omits %s', (part) => {
    expect(extractContent(page(`<p>One</p>${part}<p>Two</p>`))).toBe('<p>One</p><p>Two</p>')
  })

  test('is undefined if no element is marked', () => {
    expect(extractContent('<article><p>One</p></article>')).toBeUndefined()
  })
})

describe('content.json', () => {
  const site = join(root, 'site')
  const server = join(root, 'server')
  const matter = (title: string) =>
    `---\ntitle: ${title}\ndescription: What it is\nupdated: 2026-11-02\n---\n\nText`

  test('contains every page under its folder and slug, with its front matter', async () => {
    await writeFileAtomic(join(root, 'content/docs/help.mdx'), matter('Help'))
    await writeFileAtomic(join(root, 'content/legal/privacy-policy.mdx'), matter('Privacy'))
    await writeFileAtomic(join(site, 'docs/help.html'), page('<p>Help</p>'))
    await writeFileAtomic(join(site, 'docs/404.html'), '<p>nothing</p>')
    await writeFileAtomic(join(site, 'docs/privacy-policy.html'), page('<p>Privacy</p>'))
    await writeFileAtomic(join(site, 'legal/privacy-policy.html'), page('<p>Privacy</p>'))
    await writeFileAtomic(join(site, 'index.html'), '<p>Home</p>')
    await writeContents(root, site, server)
    const privacy = { title: 'Privacy', content: '<p>Privacy</p>', last_updated: '2026-11-02' }
    expect(await Bun.file(join(server, 'content.json')).json()).toEqual({
      docs: {
        help: {
          title: 'Help',
          description: 'What it is',
          content: '<p>Help</p>',
          last_updated: '2026-11-02',
        },
        'privacy-policy': { ...privacy, description: 'What it is' },
      },
      legal: { 'privacy-policy': privacy },
    })
  })

  test('fails with the name of a page without a marked element', async () => {
    await writeFileAtomic(join(site, 'docs/help.html'), '<p>Help</p>')
    await expect(writeContents(root, site, server)).rejects.toThrow(
      'docs/help.html: no element is marked data-content',
    )
  })
})
