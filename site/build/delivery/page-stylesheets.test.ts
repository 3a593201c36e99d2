import { expect, test } from 'vitest'
import { mergePageStylesheets, moveIslandRule, pruneStylesheet } from './page-stylesheets.ts'

const scoped = (name: string) => `data-astro-cid-${name}`

test('drops rules of components that are not on the page, and keeps all others', () => {
  const css = `
    .card[${scoped('aaaa')}]{color:red}
    .step[${scoped('bbbb')}] p{color:#00f}
    @media (width<=640px){.step[${scoped('bbbb')}]{margin:0}}
    .plain{color:green}
    .plain:not([${scoped('bbbb')}]){margin:0}
    @layer utilities{.mt-2{margin-top:.5rem}}
  `
  expect(pruneStylesheet(css, `<div class="card" ${scoped('aaaa')}></div>`)).toBe(
    `.card[${scoped('aaaa')}]{color:red}.plain{color:green}.plain:not([${scoped('bbbb')}]){margin:0}@layer utilities{.mt-2{margin-top:.5rem}}`,
  )
})

test('keeps fallbacks beside a modern rule', () => {
  const css = `a{-webkit-text-decoration-color:red;text-decoration-color:red}@supports (color:color-mix(in lab,red,red)){a{color:color-mix(in srgb,currentColor 40%,transparent)}}`
  expect(pruneStylesheet(css, '')).toContain('-webkit-text-decoration-color:red;text-decoration-color:red')
  expect(pruneStylesheet(css, '')).toContain('@supports')
})

test('links the shared style sheet, then one for the page', async () => {
  const link = (name: string) => `<link rel="stylesheet" href="/_astro/${name}.css">`
  const colors = '<link rel="stylesheet" href="/api/v1/theme.css">'
  const page = `<head>${colors}${link('Card.1')}${link('theme.2')}</head><body><p ${scoped('aaaa')}>a</p>${link('charts.3')}<i>b</i>${link('charts.3')}</body>`
  const sheets: Record<string, string> = {
    '/_astro/Card.1.css': `p[${scoped('aaaa')}]{color:red}p[${scoped('cccc')}]{color:#00f}`,
    '/_astro/charts.3.css': '.chart{margin:0}',
  }
  let written = ''
  const joined = await mergePageStylesheets(
    page,
    async (path) => sheets[path] ?? '',
    async (css) => {
      written = css
      return '/_astro/page.4.css'
    },
  )
  expect(joined).toBe(
    `<head>${colors}${link('theme.2')}${link('page.4')}</head><body><p ${scoped('aaaa')}>a</p><i>b</i></body>`,
  )
  expect(written).toBe(`p[${scoped('aaaa')}]{color:red}.chart{margin:0}`)
})

test("moves Astro's rule for islands into the head, once", () => {
  const style = '<style>astro-island,astro-slot{display:contents}</style>'
  const page = `<html><head><title>$&</title></head><body><p>a</p>${style}<i>b</i>${style}</body></html>`
  expect(moveIslandRule(page)).toBe(
    `<html><head><title>$&</title>${style}</head><body><p>a</p><i>b</i></body></html>`,
  )
  expect(moveIslandRule('<head></head><style>p{}</style>')).toBe('<head></head><style>p{}</style>')
})
