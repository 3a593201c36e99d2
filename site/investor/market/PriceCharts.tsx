import { useStore } from '@nanostores/react'
import { useEffect, useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { chartRanges } from '#contract/market/market'
import { getTimeZoneName } from '#core/format/time-with-zone'
import {
  $lastChart,
  type ChartSelection,
  getChartStore,
  getChartUrl,
  listAssets,
  listComparableAssets,
  parseChartSelection,
} from '#core/market/price-chart'
import { $seriesDrivers } from '#core/market/series-price-drivers'
import { isFromLiveSource, isSample } from '#core/query/data-provenance'
import { getData } from '#core/query/remote'
import { Select } from '#ui/Field'
import { Panel } from '#ui/Panel'
import { RemoteError } from '#ui/RemoteView'
import { Attribution } from './Attribution.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import { describeStaleData, ProvenanceBadges } from './ProvenanceBadges.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'

const rangeChoices = chartRanges.map((range) => ({ value: range, label: range.toUpperCase() }))
const describeAsset = ({ name, symbol }: ChartSelection['asset']) => `${name} (${symbol})`

/** The chart named in the URL, or the last one; selecting another changes the URL. */
function useChartChoice() {
  const [query] = useSearchParams()
  const last = useStore($lastChart)
  const navigate = useNavigate()
  const choice = parseChartSelection(query, last)
  const url = getChartUrl(choice)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the choice
  useEffect(() => $lastChart.set(choice), [url])
  const choose = (change: Partial<ChartSelection>) =>
    navigate({ search: getChartUrl({ ...choice, ...change }) }, { replace: true, preventScrollReset: true })
  return { choice, choose }
}

/** The history of one price, or of two to compare, selected by asset and range. */
export function PriceCharts() {
  const { choice, choose } = useChartChoice()
  const { asset, range, compared } = choice
  const chart = getChartStore(asset, range)
  const view = useStore(chart.$view)
  // The same store again if there is nothing to compare with.
  const second = getChartStore(compared ?? asset, range)
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
        <RemoteError
          key={of.symbol}
          view={view}
          kind="warning"
          failure={compared ? `Failed to fetch chart data for ${of.name}` : 'Failed to fetch chart data'}
          last={describeStaleData(view)}
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
            US dollars: metals per troy ounce, cryptocurrencies per coin. Times in {getTimeZoneName()}.
          </>
        }
        aside={
          <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-2 text-[0.8125rem]">
            {shown.map(({ of, view }) => (
              <span key={of.symbol} className="flex flex-wrap items-center gap-2">
                {compared && of.name}
                <ProvenanceBadges view={view} />
              </span>
            ))}
          </div>
        }
      >
        <div className="grid gap-y-3 border-line border-b px-[22px] py-4 max-sm:px-4 print:hidden">
          {/* The order depends on the investor's series. */}
          <div className={`min-w-0 ${drivers ? '' : 'skeleton *:invisible'}`}>
            <SegmentedControl
              isRow
              label="Asset"
              choices={assets.map((one) => ({ value: one, label: describeAsset(one) }))}
              chosen={asset}
              onChoose={(chosen) => choose({ asset: chosen })}
            />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <SegmentedControl
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
                prompt="None"
                options={listComparableAssets(asset).map((one) => ({
                  value: one.symbol,
                  label: describeAsset(one),
                }))}
                value={compared?.symbol ?? ''}
                onChange={({ target }) =>
                  choose({
                    compared: listComparableAssets(asset).find(({ symbol }) => symbol === target.value),
                  })
                }
              />
            </div>
          </div>
        </div>
        <PriceHistory
          asset={asset}
          range={range}
          chart={getData(view)?.data}
          isLive={isFromLiveSource(view)}
          isSample={isSample(view)}
          series={drivers?.byMetal.get(asset.symbol)}
          compared={compared && { asset: compared, chart: getData(secondView)?.data }}
        />
      </Panel>
      {asset.traded ? <Attribution view={view} /> : compared?.traded && <Attribution view={secondView} />}
    </div>
  )
}
