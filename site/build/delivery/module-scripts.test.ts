import { expect, test } from 'vitest'
import { announceModules } from './module-scripts.ts'

const modules: Record<string, string> = {
  '/_astro/shell.1.js': 'import{a as e}from"./base.2.js";const l=()=>import("./search.3.js");',
  '/_astro/base.2.js': 'import "../shared/deep.4.js";export{a};',
  '/shared/deep.4.js': 'import"../_astro/base.2.js";',
}

test('a page names what its scripts import, however deep, and lets style sheets go first', async () => {
  const page =
    '<head><title>$&</title></head><body><script type="module" src="/_astro/shell.1.js"></script></body>'
  expect(await announceModules(page, async (address) => modules[address] ?? '')).toBe(
    '<head><title>$&</title><link rel="modulepreload" href="/_astro/base.2.js" fetchpriority="low"><link rel="modulepreload" href="/shared/deep.4.js" fetchpriority="low"></head><body><script type="module" src="/_astro/shell.1.js" fetchpriority="low"></script></body>',
  )
})

test('a page without scripts stays as it is', async () => {
  const page = '<head></head><body><script>let a</script></body>'
  expect(await announceModules(page, async () => '')).toBe(page)
})
