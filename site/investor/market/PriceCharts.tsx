import { useStore } from '@nanostores/react'
import { useEffect, useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { chartRanges } from '#contract/market'
import { nameZone } from '#core/format/clock'
import {
  $lastChart,
  type ChartChoice,
  chartOf,
  listAssets,
  listComparable,
  readChartChoice,
  urlOfChart,
} from '#core/market/price-chart'
import { $seriesDrivers } from '#core/market/series-drivers'
import { dataOf } from '#core/query/remote'
import { isReal, isSample } from '#core/query/sourced'
import { Select } from '#ui/Field'
import { Panel } from '#ui/Panel'
import { RemoteFailure } from '#ui/RemoteView'
import { Attribution } from './Attribution.tsx'
import { Choices } from './Choices.tsx'
import { describeLast, FigureBadges } from './FigureBadges.tsx'
import { PriceHistory } from './PriceHistory.tsx'

const rangeChoices = chartRanges.map((range) => ({ value: range, label: range.toUpperCase() }))
const describeAsset = ({ name, symbol }: ChartChoice['asset']) => `${name} (${symbol})`

/** The chart that the address names, or the last one; choosing another changes the address. */
function useChartChoice() {
  const [query] = useSearchParams()
  const last = useStore($lastChart)
  const navigate = useNavigate()
  const choice = readChartChoice(query, last)
  const url = urlOfChart(choice)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the choice
  useEffect(() => $lastChart.set(choice), [url])
  const choose = (change: Partial<ChartChoice>) =>
    navigate({ search: urlOfChart({ ...choice, ...change }) }, { replace: true, preventScrollReset: true })
  return { choice, choose }
}

/** The history of one price, or of two to compare, chosen by asset and range. */
export function PriceCharts() {
  const { choice, choose } = useChartChoice()
  const { asset, range, compared } = choice
  const chart = chartOf(asset, range)
  const view = useStore(chart.$view)
  // The same store again where there is nothing to compare with.
  const second = chartOf(compared ?? asset, range)
  const secondView = useStore(second.$view)
  const drivers = useStore($seriesDrivers)
  const assets = listAssets(asset, [...(drivers?.byMetal.keys() ?? [])])
  const compareId = useId()
  const shown = [
    { of: asset, view, retry: chart.retry },
    ...(compared ? [{ of: compared, view: secondView, retry: second.retry }] : []),
  ]
  return (
    <div className="grid grid-cols-1 gap-5 print:mt-4">
      {shown.map(({ of, view, retry }) => (
        <RemoteFailure
          key={of.symbol}
          view={view}
          kind="warning"
          failure={compared ? `Failed to fetch chart data of ${of.name}` : 'Failed to fetch chart data'}
          last={describeLast(view)}
          label="Retry"
          onRetry={retry}
        />
      ))}
      <Panel
        title="Price Charts"
        note={
          <>
            {/* The buttons are not printed. */}
            <span className="hidden print:inline">
              {describeAsset(asset)}, {range.toUpperCase()}.{' '}
            </span>
            US dollars: metals a troy ounce, cryptocurrencies a unit. Times in {nameZone()}.
          </>
        }
        aside={
          <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-2 text-[0.8125rem]">
            {shown.map(({ of, view }) => (
              <span key={of.symbol} className="flex flex-wrap items-center gap-2">
                {compared && of.name}
                <FigureBadges view={view} />
              </span>
            ))}
          </div>
        }
      >
        <div className="grid gap-y-3 border-line border-b px-[22px] py-4 max-sm:px-4 print:hidden">
          {/* The order depends on the series of the investor. */}
          <div className={`min-w-0 ${drivers ? '' : 'skeleton *:invisible'}`}>
            <Choices
              isRow
              label="Asset"
              choices={assets.map((one) => ({ value: one, label: describeAsset(one) }))}
              chosen={asset}
              onChoose={(chosen) => choose({ asset: chosen })}
            />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <Choices
              label="Range"
              choices={rangeChoices}
              chosen={range}
              onChoose={(chosen) => choose({ range: chosen })}
            />
            <div className="flex min-w-0 items-center gap-3 text-[0.875rem] text-ink-2 max-sm:w-full max-sm:flex-wrap">
              <label htmlFor={compareId} className="flex-none">
                Compare with
              </label>
              <Select
                id={compareId}
                className="min-w-0 flex-1 max-sm:basis-[10rem] sm:w-[13rem]!"
                prompt="No other price"
                options={listComparable(asset).map((one) => ({
                  value: one.symbol,
                  label: describeAsset(one),
                }))}
                value={compared?.symbol ?? ''}
                onChange={({ target }) =>
                  choose({ compared: listComparable(asset).find(({ symbol }) => symbol === target.value) })
                }
              />
            </div>
          </div>
        </div>
        <PriceHistory
          asset={asset}
          range={range}
          chart={dataOf(view)?.data}
          real={isReal(view)}
          sample={isSample(view)}
          series={drivers?.byMetal.get(asset.symbol)}
          compared={compared && { asset: compared, chart: dataOf(secondView)?.data }}
        />
      </Panel>
      {asset.traded ? <Attribution view={view} /> : compared?.traded && <Attribution view={secondView} />}
    </div>
  )
}
