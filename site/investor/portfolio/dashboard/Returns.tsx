import { useStore } from '@nanostores/react'
import type { PeriodReturns, ReturnsResponse } from '#contract/portfolio/figures'
import { formatCalendarDate, formatPercent } from '#core/format/format'
import { marketAssets } from '#shared/market-assets'
import { getSignTone } from '#site/investor/kit/amount-tone.ts'
import { FigureDetailsButton } from '#site/investor/kit/figures/FigureDetailsButton.tsx'
import {
  $benchmark,
  $returns,
  NO_BENCHMARK,
  refreshReturns,
} from '#site/investor/kit/figures/figure-query.ts'
import { Field, Select } from '#ui/Field'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'

const options = [
  { value: NO_BENCHMARK, label: 'No benchmark' },
  ...marketAssets.map(({ symbol, name }) => ({ value: symbol, label: name })),
]

const names: Record<PeriodReturns['period'], string> = {
  '1M': 'One month',
  '3M': 'Three months',
  YTD: 'Year to date',
  '1Y': 'One year',
  All: 'Since inception',
}

const bases = { annual: 'per year', cumulative: 'cumulative' }

/** Both return measures for each period, their definitions, and a benchmark chosen by the investor. */
export function Returns() {
  return (
    <RemoteView
      view={useStore($returns)}
      failure="Returns could not be loaded"
      onRetry={() => void refreshReturns()}
      loading={<Loading />}
    >
      {(response) => <ReturnsTable response={response} />}
    </RemoteView>
  )
}

function Loading() {
  return (
    <div className="returns-place px-[22px] py-5 max-sm:px-4" role="status">
      <span className="visually-hidden">Loading returns...</span>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-4 h-64" />
    </div>
  )
}

const print = (percent: number | null) => (percent === null ? '–' : formatPercent(percent))

function Percent({ percent }: { percent: number | null }) {
  return (
    <span className={`whitespace-nowrap ${percent === null ? 'text-ink-3' : getSignTone(percent)}`}>
      {print(percent)}
    </span>
  )
}

/** The first record of a calculated portfolio is more recent than the start of the period. */
const isShorter = ({ period, first_record }: PeriodReturns): boolean =>
  period !== 'All' && Boolean(first_record)

/** The start of the measured period, or why there is none. */
function describeStart({ from, first_record }: PeriodReturns, recordedFrom: string | null): string {
  if (first_record) return `from your first record, ${formatCalendarDate(first_record)}`
  if (from) return `from ${formatCalendarDate(from)}`
  return recordedFrom ? `no values before ${formatCalendarDate(recordedFrom)}` : 'no records yet'
}

interface RowProps {
  row: PeriodReturns
  /** The first day with an entered value; null for a calculated portfolio. */
  recordedFrom: string | null
  /** Heading of the benchmark column. */
  benchmarkClass: string
}

function Row({ row, recordedFrom, benchmarkClass }: RowProps) {
  const { period, time_weighted, money_weighted, money_weighted_basis, benchmark } = row
  const isShort = isShorter(row)
  const measures = [
    ['time_weighted', time_weighted, ''],
    ['money_weighted', money_weighted, money_weighted_basis && bases[money_weighted_basis]],
  ] as const
  return (
    <tr className="border-line border-b last:border-b-0">
      <th scope="row" className="py-2.5 pr-4 text-left font-normal">
        {recordedFrom && period === 'All' ? 'Since first recorded value' : names[period]}
        <span className="ml-3 text-[0.75rem] text-ink-3 max-md:ml-0 max-md:block">
          {isShort ? 'starts before your first record' : describeStart(row, recordedFrom)}
        </span>
      </th>
      {measures.map(([name, percent, basis]) => (
        <td key={name} className="num py-2.5 pr-4 text-right">
          {basis && percent !== null && !isShort && (
            <span className="mr-2 text-[0.75rem] text-ink-3 max-sm:mr-0 max-sm:block">{basis}</span>
          )}
          {isShort ? (
            <Percent percent={null} />
          ) : (
            <FigureDetailsButton figure={name} period={period}>
              <Percent percent={percent} />
            </FigureDetailsButton>
          )}
        </td>
      ))}
      <td className={`num py-2.5 text-right ${benchmarkClass}`}>
        <Percent percent={isShort ? null : benchmark} />
      </td>
    </tr>
  )
}

function ReturnsTable({ response }: { response: ReturnsResponse }) {
  const { returns, benchmark, source, recorded_from } = response
  // On a phone, the column is omitted until it has figures.
  const benchmarkClass = benchmark ? '' : 'max-sm:hidden'
  return (
    <>
      <div className="overflow-x-auto px-[22px] max-sm:px-4">
        <table className="w-full text-[0.9375rem]">
          <caption className="visually-hidden">Returns after fees by period</caption>
          <thead className="text-left text-[0.8125rem] text-ink-3">
            <tr className="border-line-strong border-b align-bottom">
              <th scope="col" className="py-3 pr-4 font-normal">
                Period
              </th>
              <th scope="col" className="py-3 pr-4 text-right font-normal">
                Time-weighted
                <span className="block text-[0.75rem]">cumulative</span>
              </th>
              <th scope="col" className="py-3 pr-4 text-right font-normal">
                Money-weighted
                <span className="block text-[0.75rem]">internal rate of return</span>
              </th>
              <th scope="col" className={`py-3 text-right font-normal ${benchmarkClass}`}>
                {benchmark?.name ?? 'Benchmark'}
              </th>
            </tr>
          </thead>
          <tbody>
            {returns.map((row) => (
              <Row key={row.period} row={row} recordedFrom={recorded_from} benchmarkClass={benchmarkClass} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 border-line border-t px-[22px] py-4 max-sm:px-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <dl className="grid max-w-[78ch] gap-2 text-[0.8125rem] leading-snug text-ink-2">
          <div>
            <dt className="inline font-medium">Time-weighted: </dt>
            <dd className="inline">
              returns between external cash flows, linked. The size and timing of your deposits and
              withdrawals do not affect it, so it is comparable with a benchmark. Cumulative for the period.
              Deposits count from the start of the day, withdrawals until the end of the day.
            </dd>
          </div>
          <div>
            <dt className="inline font-medium">Money-weighted: </dt>
            <dd className="inline">
              the internal rate of return on your deposits and withdrawals. Annual for periods of a year or
              more, based on a 365-day year; cumulative for shorter periods, because returns for less than a
              year are not annualized.
            </dd>
          </div>
          <div>
            <dt className="inline font-medium">Total return (above): </dt>
            <dd className="inline">
              {source === 'derived'
                ? 'total gains divided by total deposits, regardless of timing.'
                : 'entered manually by the investment team.'}
            </dd>
          </div>
          <div>
            <dt className="inline font-medium">Time- and money-weighted returns </dt>
            <dd className="inline">
              are net of fees. Past performance is not a guide to future returns.
              {benchmark && ` ${benchmarkNote(benchmark)}`}
            </dd>
          </div>
        </dl>
        <BenchmarkChoice />
      </div>
    </>
  )
}

function benchmarkNote({ name, source }: NonNullable<ReturnsResponse['benchmark']>): string {
  if (source === null) return `No price history is available for ${name}.`
  const feed = source === 'simulated' ? ' Prices are simulated.' : ''
  return `The benchmark is the price return of ${name} over the same period, before costs.${feed}`
}

function BenchmarkChoice() {
  const chosen = useStore($benchmark)
  return (
    <Field
      label="Benchmark"
      filter
      className="w-44 max-w-full print:hidden"
      hint={chosen === NO_BENCHMARK ? 'Adds a benchmark column' : undefined}
    >
      {(control) => (
        <Select
          {...control}
          className="h-11"
          options={options}
          value={chosen}
          onChange={({ target }) => $benchmark.set(target.value)}
        />
      )}
    </Field>
  )
}
