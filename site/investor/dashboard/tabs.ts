import { type ComponentType, lazy } from 'react'

/** Loads the file of one tab and makes the component that waits for it. */
function defineTab<Value extends string>(value: Value, label: string, load: () => Promise<ComponentType>) {
  return {
    value,
    label,
    /** Fetches the file before it is needed. Whether that works shows when it is. */
    prepare: () => void load().catch(() => {}),
    Content: lazy(async () => ({ default: await load() })),
  }
}

/** The dashboard's tabs in their order: the `tab` of the address, the label, and what is shown. */
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

/** The tab an address asks for; the first one when it asks for none, or for one that does not exist. */
export const findTab = (value: string | null): Tab => tabs.find((tab) => tab.value === value) ?? tabs[0]

/** The address of a tab. The first one has the bare address, so that it has one only. */
export const urlOfTab = ({ value }: Tab): string => (value === tabs[0].value ? '' : `?tab=${value}`)
