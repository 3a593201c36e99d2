import type { ApexOptions } from 'apexcharts'
import type { ChartPoint } from '#contract/market/market'
import { formatCompactMoney, formatPrice } from '#core/format/format'
import { applyReaderSeparators, getReaderTimeZone } from '#core/format/reader-format'
import { axisTicks, filterTicksInside, roundUpScale } from '#core/market/axis-ticks'
import { useMediaQuery } from '#site/ui/use-media-query.ts'
import { Chart } from '#ui/Chart'
import type { ChartLine } from './ChartTable.tsx'

export const LINE_HEIGHT = 340
/** For a sample line. */
const SAMPLE_HEIGHT = 200
const STRIP_HEIGHT = 120

interface DrawingProps {
  points: readonly ChartPoint[]
  /** Whether the points come from a real market; others are drawn in gray. */
  isLive: boolean
  label: string
}

interface PriceLineProps {
  lines: readonly ChartLine[]
  /** Whether the lines are relative to their first price, which is 100. */
  isIndexed: boolean
  /** Whether the lines come from a real market; others are drawn in gray. */
  isLive: boolean
  /** Whether the first line is built in; it is then dotted, and lower. */
  isSample: boolean
  label: string
}

const figureOf = (point: ChartLine['points'][number], isIndexed: boolean): number =>
  isIndexed && 'index' in point ? point.index : point.price

/** Both drawings have a scale of the same width so that they align; it is narrower if the line needs the room. */
const scaleOf = (isWide: boolean) => {
  const width = isWide ? 68 : 58
  return { opposite: true, labels: { minWidth: width, maxWidth: width } }
}

const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** Cents are noise on a scale in the thousands. */
const describeScale = (price: number): string =>
  price >= 1_000 ? applyReaderSeparators(wholeDollars.format(price)) : formatPrice(price)

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
        timeZoneName: 'short',
        timeZone: getReaderTimeZone(),
      })

/** The maximum share of the time axis that a label takes, and the approximate number of labels. */
const axes = { wide: { share: 0.06, count: 12 }, narrow: { share: 0.18, count: 5 } }

/**
 * Labels of the time axis. The library's own are at round times beyond both ends of the line, including the future;
 * these are annotations at times within it.
 */
function timeLabels(points: readonly ChartPoint[], isWide: boolean): XAxisAnnotations[] {
  const [from, to] = [Date.parse(points[0]?.time ?? ''), Date.parse(points.at(-1)?.time ?? '')]
  const { share, count } = isWide ? axes.wide : axes.narrow
  // In the time zone of the browser.
  return filterTicksInside(axisTicks(from, to, count, 'local'), from, to, share).map(({ at, text }) => ({
    x: at,
    borderColor: 'transparent',
    strokeDashArray: 0,
    label: {
      text,
      orientation: 'horizontal',
      position: 'bottom',
      offsetY: 20,
      borderWidth: 0,
      // Its color and size follow the theme through the class; the library sets the font itself.
      style: { background: 'transparent', fontFamily: 'var(--mono)', cssClass: 'chart-time-label' },
    },
  }))
}

/** The points of all lines, oldest first. */
const joinPoints = (lines: readonly ChartLine[]): ChartPoint[] =>
  lines.flatMap(({ points }) => points).toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))

/** Prices over time as one or two lines, the second dashed. */
export function PriceLineChart({ lines, isIndexed, isLive, isSample, label }: PriceLineProps) {
  const isWide = useMediaQuery('(min-width: 64rem)')
  const scale = scaleOf(isWide)
  const options: ApexOptions = {
    grid: { padding: { left: 12, right: 4, bottom: 16 } },
    legend: { show: false },
    stroke: { dashArray: [isSample ? 2 : 0, 5] },
    fill: { type: 'solid', opacity: 1 },
    tooltip: {
      x: { formatter: (time) => describeTime(time) },
      y: { formatter: (value) => (isIndexed ? value.toFixed(2) : formatPrice(value)) },
    },
    xaxis: { type: 'datetime', labels: { show: false }, tooltip: { enabled: false } },
    yaxis: {
      ...scale,
      tickAmount: 5,
      labels: {
        ...scale.labels,
        // The scale of a randomly drawn line is meaningless.
        show: !isSample || isIndexed,
        formatter: isIndexed ? (value) => value.toFixed(1) : describeScale,
      },
    },
  }
  return (
    <Chart
      kind="line"
      height={isSample ? SAMPLE_HEIGHT : LINE_HEIGHT}
      label={label}
      series={lines.map(({ name, points }) => ({
        name,
        data: points.map((point) => [Date.parse(point.time), figureOf(point, isIndexed)]),
      }))}
      options={options}
      axisLabels={timeLabels(joinPoints(lines), isWide)}
      colors={isLive ? undefined : ['--ink-3', '--info']}
    />
  )
}

/** The volume over the 24 hours before each point, as bars. */
export function VolumeChart({ points, isLive, label }: DrawingProps) {
  const scale = scaleOf(useMediaQuery('(min-width: 64rem)'))
  const options: ApexOptions = {
    fill: { type: 'solid', opacity: 0.55 },
    grid: { padding: { left: 12, right: 4, top: -16, bottom: -8 } },
    plotOptions: { bar: { columnWidth: '72%' } },
    stroke: { width: 0 },
    tooltip: {
      x: { formatter: (_, { dataPointIndex }) => describeTime(points[dataPointIndex]?.time) },
      y: { formatter: (volume) => formatCompactMoney(volume) },
    },
    xaxis: { type: 'category', labels: { show: false }, tooltip: { enabled: false } },
    yaxis: {
      ...scale,
      min: 0,
      max: roundUpScale,
      tickAmount: 2,
      labels: { ...scale.labels, formatter: formatCompactMoney },
    },
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
        colors={isLive ? undefined : ['--ink-3']}
      />
    </div>
  )
}
