import type { Plugin } from 'vite'

/** Files that are there whenever a signed-in area loads a part of itself. */
const loadedFirst =
  /_astro\/(?:rolldown-runtime|react|router|base|core|session|signed-in|dialog)\.[\w-]+\.js$/
const loadedWithPage = /_astro\/(?:live|refetch|schema|format|area|EmptyState)\.[\w-]+\.js$/

/** The shell of an area, and what the pages of the dashboard are made of. */
const shell = /_astro\/app\./
const page = /_astro\/(?:Dashboard|Overview|area|ChartOrTable)\./

interface Host {
  hostId: string
  hostType: 'html' | 'js'
}

/** The tabs of the dashboard but the first: each is fetched before the click, and then what it imports. */
const laterTab = /_astro\/(?:Investments|MarketData|PriceCharts|LivePrices|MarketIntelligence)\./

/** What stands at the foot of the window: every page has its only dependency. */
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
 * Which files are preloaded beside one that is imported later: the signed-in areas name none that are loaded already,
 * because the names weigh a kilobyte of the dashboard's budget. Public pages keep all: an island comes without them.
 * Astro sets the option for its build after the project's configuration, so it is changed here.
 */
export const preloads = (): Plugin => ({
  name: 'preloads',
  configResolved({ environments }) {
    const build = environments.client?.build
    if (build) build.modulePreload = { polyfill: false, resolveDependencies: leaveOutLoaded }
  },
})
