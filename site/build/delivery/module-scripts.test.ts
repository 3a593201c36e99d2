import { expect, test } from 'vitest'
import { preloadModules } from './module-scripts.ts'

const modules: Record<string, string> = {
  '/_astro/shell.1.js': 'import{a as e}from"./base.2.js";const l=()=>import("./search.3.js");',
  '/_astro/base.2.js': 'import "../shared/deep.4.js";export{a};',
  '/shared/deep.4.js': 'import"../_astro/base.2.js";',
}

test("preloads all imports of a page's scripts, transitively, with a lower priority than style sheets", async () => {
  const page =
    '<head><title>$&</title></head><body><script type="module" src="/_astro/shell.1.js"></script></body>'
  expect(await preloadModules(page, async (address) => modules[address] ?? '')).toBe(
    '<head><title>$&</title><link rel="modulepreload" href="/_astro/base.2.js" fetchpriority="low"><link rel="modulepreload" href="/shared/deep.4.js" fetchpriority="low"></head><body><script type="module" src="/_astro/shell.1.js" fetchpriority="low"></script></body>',
  )
})

test('leaves a page without scripts unchanged', async () => {
  const page = '<head></head><body><script>let a</script></body>'
  expect(await preloadModules(page, async () => '')).toBe(page)
})
