import { type ComponentType, lazy } from 'react'

/** Loads the file of one tab and creates its lazy component. */
function defineTab<Value extends string>(value: Value, label: string, load: () => Promise<ComponentType>) {
  return {
    value,
    label,
    /** Prefetches the file. A failure is shown when the tab is opened. */
    prepare: () => void load().catch(() => {}),
    Content: lazy(async () => ({ default: await load() })),
  }
}

/** The dashboard's tabs in order: the `tab` URL parameter, the label and the component. */
export const tabs = [
  defineTab('overview', 'Portfolio', async () => (await import('./Overview.tsx')).Overview),
  defineTab('investments', 'My Investments', async () => (await import('./Investments.tsx')).Investments),
  defineTab(
    'market',
    'Market Data',
    async () => (await import('#site/investor/market/MarketData.tsx')).MarketData,
  ),
  defineTab(
    'charts',
    'Price Charts',
    async () => (await import('#site/investor/market/PriceCharts.tsx')).PriceCharts,
  ),
  defineTab(
    'live',
    'Live Prices',
    async () => (await import('#site/investor/market/LivePrices.tsx')).LivePrices,
  ),
  defineTab(
    'intelligence',
    'Market Intelligence',
    async () => (await import('#site/investor/market/MarketIntelligence.tsx')).MarketIntelligence,
  ),
] as const

export type Tab = (typeof tabs)[number]

/** The tab named in a URL; the first one if it names no existing one. */
export const findTab = (value: string | null): Tab => tabs.find((tab) => tab.value === value) ?? tabs[0]

/** The URL of a tab. The first one has no query, so that its URL is unique. */
export const getTabUrl = ({ value }: Tab): string => (value === tabs[0].value ? '' : `?tab=${value}`)
