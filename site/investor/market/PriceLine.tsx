import type { ApexOptions } from 'apexcharts'
import type { ChartPoint, ChartRange } from '#contract/market'
import { formatPrice, formatShortMoney } from '#core/format'
import { Chart } from '#ui/Chart'

export const LINE_HEIGHT = 340
const STRIP_HEIGHT = 120

interface DrawingProps {
  points: readonly ChartPoint[]
  range: ChartRange
  label: string
}

/** The scales of both drawings are as wide, so that they stand above each other. */
const scale = { opposite: true, labels: { minWidth: 68, maxWidth: 68 } }

/** How an instant is written below the line, in the reader's own time zone. */
const axisFormats: Record<ChartRange, Intl.DateTimeFormatOptions> = {
  '1h': { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  '24h': { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  '7d': { month: 'short', day: 'numeric' },
  '30d': { month: 'short', day: 'numeric' },
  '1y': { month: 'short', year: 'numeric' },
}

const describeTime = (time: string | number | undefined): string =>
  time === undefined
    ? ''
    : new Date(time).toLocaleString('en-US', {
        month: 'short',
        day: 'numeric',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })

/** Prices over time as a line. */
export function PriceLine({ points, range, label }: DrawingProps) {
  const format = new Intl.DateTimeFormat('en-US', axisFormats[range])
  const options: ApexOptions = {
    grid: { padding: { left: 12, right: 4 } },
    stroke: { width: 2, curve: 'straight' },
    tooltip: {
      x: { formatter: (time) => describeTime(time) },
      y: { formatter: (price) => formatPrice(price) },
    },
    xaxis: {
      type: 'numeric',
      tickAmount: 6,
      labels: { formatter: (time) => format.format(Number(time)), hideOverlappingLabels: true, rotate: 0 },
      tooltip: { enabled: false },
    },
    yaxis: { ...scale, tickAmount: 5, labels: { ...scale.labels, formatter: (price) => formatPrice(price) } },
  }
  return (
    <Chart
      kind="line"
      height={LINE_HEIGHT}
      label={label}
      series={[{ name: 'Price', data: points.map(({ time, price }) => [Date.parse(time), price]) }]}
      options={options}
    />
  )
}

/** What was traded in the 24 hours before each point, as bars. */
export function VolumeStrip({ points, label }: DrawingProps) {
  const options: ApexOptions = {
    fill: { type: 'solid', opacity: 0.55 },
    grid: { padding: { left: 12, right: 4, top: -16, bottom: -8 } },
    plotOptions: { bar: { columnWidth: '72%' } },
    stroke: { width: 0 },
    tooltip: {
      x: { formatter: (_, { dataPointIndex }) => describeTime(points[dataPointIndex]?.time) },
      y: { formatter: (volume) => formatShortMoney(volume) },
    },
    xaxis: { type: 'category', labels: { show: false }, tooltip: { enabled: false } },
    yaxis: { ...scale, min: 0, tickAmount: 2, labels: { ...scale.labels, formatter: formatShortMoney } },
  }
  return (
    <div className="border-line border-t pt-2">
      <p className="px-3.5 text-[0.8125rem] text-ink-3">24h Volume</p>
      <Chart
        kind="bar"
        height={STRIP_HEIGHT}
        label={label}
        series={[{ name: '24h volume', data: points.map(({ volume }) => volume) }]}
        options={options}
      />
    </div>
  )
}
