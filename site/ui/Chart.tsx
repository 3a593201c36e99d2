import type ApexCharts from 'apexcharts'
import type { ApexOptions } from 'apexcharts'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ChartPlaceholder } from './ChartPlaceholder.tsx'

type ChartKind = 'area' | 'line' | 'bar' | 'donut'

interface ChartProps {
  kind: ChartKind
  series: NonNullable<ApexOptions['series']>
  options?: ApexOptions
  /** In pixels; reserved from the start so that nothing moves when the chart loads. */
  height?: number
  /** Design tokens of the data series; by default those of all charts. */
  colors?: readonly string[] | undefined
  /** Labels below the chart, at values on its axis. */
  axisLabels?: readonly XAxisAnnotations[] | undefined
  /** Describes the chart in a sentence; the chart itself is hidden from assistive technology. */
  label: string
}

/** The library weighs 127 kB, so it is loaded when the first chart is drawn. */
const loadLibrary = () => import('react-apexcharts')

const ApexChart = lazy(async () => {
  const module = await loadLibrary()
  // A CommonJS package: some bundlers export the whole module as its default.
  const wrapped = module.default as typeof module.default | { default: typeof module.default }
  return { default: 'default' in wrapped ? wrapped.default : wrapped }
})

const seriesColors = ['--primary', '--info', '--gain', '--warn', '--ink-3']

/** Options shared by all charts, read from the design tokens so that they follow the theme. */
function baseOptions(colors: readonly string[]): ApexOptions {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const label = { colors: token('--ink-3'), fontFamily: token('--mono'), fontSize: '11px' }
  return {
    chart: {
      animations: { enabled: false },
      background: 'transparent',
      fontFamily: token('--sans'),
      foreColor: token('--ink-2'),
      toolbar: { show: false },
      zoom: { enabled: false },
    },
    colors: colors.map(token),
    dataLabels: { enabled: false },
    fill: { type: 'solid', opacity: 0.12 },
    grid: { borderColor: token('--line'), strokeDashArray: 0 },
    legend: { fontFamily: token('--sans'), labels: { colors: token('--ink-2') } },
    stroke: { width: 2, curve: 'straight' },
    theme: { mode: readTheme() === 'dark' ? 'dark' : 'light' },
    tooltip: { style: { fontFamily: token('--sans') } },
    xaxis: {
      labels: { style: label },
      axisBorder: { color: token('--line-strong') },
      axisTicks: { show: false },
    },
    yaxis: { labels: { style: label } },
  }
}

/** Merges `over` into `under`, recursively by option group. */
function mergeOptions(under: ApexOptions, over: ApexOptions): ApexOptions {
  const laid: Record<string, unknown> = { ...under }
  for (const [name, value] of Object.entries(over)) {
    const below = laid[name]
    const bothGroups = isGroup(below) && isGroup(value)
    laid[name] = bothGroups ? mergeOptions(below, value) : value
  }
  return laid
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Resolves when the library has loaded and the previous charts are drawn. Charts are drawn one per frame to avoid a
 * single long task.
 */
const drawn = { last: Promise.resolve() }

/** Waits for the frame after the previous chart's. */
function waitForTurn(): Promise<void> {
  // A library that fails to load is reported where the chart is drawn.
  const ready = Promise.all([drawn.last, loadLibrary().catch(() => undefined)])
  const turn = ready.then(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  )
  drawn.last = turn
  return turn
}

/** Whether it is this chart's turn to be drawn. Other changes are painted first. */
function useTurn(): boolean {
  const [isTurn, setTurn] = useState(false)
  useEffect(() => {
    let isGone = false
    void waitForTurn().then(() => isGone || setTurn(true))
    return () => {
      isGone = true
    }
  }, [])
  return isTurn
}

/**
 * Draws labels in a task after the library has drawn the chart, because measuring their text takes a quarter as long as
 * the chart itself.
 */
function useAxisLabels(labels: readonly XAxisAnnotations[] | undefined): ApexOptions {
  const current = useRef(labels)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    current.current = labels
  }, [labels])
  useEffect(() => () => clearTimeout(timer.current), [])
  const drawAfter = (chart: ApexCharts) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // Not remembered by the library, which would add these labels to those of the next drawing.
      for (const label of current.current ?? []) chart.addXaxisAnnotation(label, false)
    })
  }
  return labels ? { chart: { events: { mounted: drawAfter, updated: drawAfter } } } : {}
}

/** A chart whose library is loaded on demand. */
export function Chart({
  kind,
  series,
  options = {},
  height = 320,
  colors = seriesColors,
  axisLabels,
  label,
}: ChartProps) {
  // Not rendered at build time, because the design tokens exist only in the browser.
  const theme = useSyncExternalStore(watchTheme, readTheme, () => null)
  const isTurn = useTurn()
  const labeling = useAxisLabels(axisLabels)
  return (
    <figure role="img" aria-label={label} className="overflow-x-clip">
      <Suspense fallback={<ChartPlaceholder height={height} />}>
        {/* Set by script, which the CSP allows. Without it the library would increase the height. */}
        <div aria-hidden="true" style={{ height }}>
          {theme && isTurn ? (
            <ApexChart
              key={theme}
              type={kind}
              series={series}
              height={height}
              options={mergeOptions(mergeOptions(baseOptions(colors), labeling), options)}
            />
          ) : (
            <ChartPlaceholder height={height} />
          )}
        </div>
      </Suspense>
    </figure>
  )
}

const readTheme = () => document.documentElement.dataset.theme ?? 'light'

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
