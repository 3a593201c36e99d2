import type { Plugin } from 'vite'

/** Files that are already loaded whenever a signed-in area loads a part of itself. */
const loadedFirst =
  /_astro\/(?:rolldown-runtime|react|router|base|core|session|signed-in|dialog)\.[\w-]+\.js$/
const loadedWithPage = /_astro\/(?:live|refetch|schema|format|area|EmptyState)\.[\w-]+\.js$/

/** The shell of an area, and what the dashboard's pages consist of. */
const shell = /_astro\/app\./
const page = /_astro\/(?:Dashboard|Overview|area|ChartOrTable)\./

interface Host {
  hostId: string
  hostType: 'html' | 'js'
}

/** The dashboard's tabs except the first: each is prefetched before the click, and its imports after that. */
const laterTab = /_astro\/(?:Investments|MarketData|PriceCharts|LivePrices|MarketIntelligence)\./

/** The bottom banners, whose only dependency is on every page. */
const strips = /_astro\/strips\./

function leaveOutLoaded(file: string, needed: string[], { hostId, hostType }: Host): string[] {
  if (strips.test(file)) return []
  if (hostType === 'js' && shell.test(hostId)) return needed.filter((name) => !loadedFirst.test(name))
  if (hostType === 'js' && page.test(hostId) && laterTab.test(file)) return []
  if (hostType === 'js' && page.test(hostId))
    return needed.filter((name) => !loadedFirst.test(name) && !loadedWithPage.test(name))
  return needed
}

/**
 * Which files are preloaded with a dynamic import. The signed-in areas list none that are already loaded, because the
 * names take up a kilobyte of the dashboard's budget. Public pages keep all, because an island loads without them.
 * Astro sets the option for its build after the project's configuration, so it is changed here.
 */
export const filterPreloads = (): Plugin => ({
  name: 'preloads',
  configResolved({ environments }) {
    const build = environments.client?.build
    if (build) build.modulePreload = { polyfill: false, resolveDependencies: leaveOutLoaded }
  },
})
