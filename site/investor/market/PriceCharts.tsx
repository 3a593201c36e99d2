import { useStore } from '@nanostores/react'
import { chartRanges } from '#contract/market'
import { $chartChoice, chartAssets, chartOf, chooseChart } from '#core/market/price-chart'
import { dataOf } from '#core/query/remote'
import { isReal } from '#core/query/sourced'
import { Panel } from '#ui/Panel'
import { RemoteFailure } from '#ui/RemoteView'
import { Attribution } from './Attribution.tsx'
import { Choices } from './Choices.tsx'
import { describeLast, FigureBadges } from './FigureBadges.tsx'
import { PriceHistory } from './PriceHistory.tsx'

const assetChoices = chartAssets.map((asset) => ({
  value: asset,
  label: `${asset.name} (${asset.symbol})`,
}))
const rangeChoices = chartRanges.map((range) => ({ value: range, label: range.toUpperCase() }))

/** The history of one price, chosen by asset and range. */
export function PriceCharts() {
  const { asset, range } = useStore($chartChoice)
  const chart = chartOf(asset, range)
  const view = useStore(chart.$view)
  return (
    <div className="grid grid-cols-1 gap-5">
      <RemoteFailure
        view={view}
        kind="warning"
        failure="Failed to fetch chart data"
        last={describeLast(view)}
        label="Retry"
        onRetry={chart.retry}
      />
      <Panel
        title="Price Charts"
        note="US dollars: metals a troy ounce, cryptocurrencies a unit."
        aside={
          <div className="flex min-h-6 flex-wrap items-center gap-2">
            <FigureBadges view={view} />
          </div>
        }
      >
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-3 border-line border-b px-[22px] py-4 max-sm:px-4">
          <Choices
            label="Asset"
            choices={assetChoices}
            chosen={asset}
            onChoose={(chosen) => chooseChart({ asset: chosen })}
          />
          <Choices
            label="Range"
            choices={rangeChoices}
            chosen={range}
            onChoose={(chosen) => chooseChart({ range: chosen })}
          />
        </div>
        <PriceHistory asset={asset} range={range} chart={dataOf(view)?.data} real={isReal(view)} />
      </Panel>
      {asset.traded && <Attribution view={view} />}
    </div>
  )
}
