import { useStore } from '@nanostores/react'
import type { PeriodReturns, ReturnsResponse } from '#contract/figures'
import { formatCalendarDate, formatPercent } from '#core/format/format'
import { marketAssets } from '#shared/market-assets'
import { toneOf } from '#site/investor/dashboard/figures.ts'
import { Field, Select } from '#ui/Field'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { FigureButton } from './FigureButton.tsx'
import { $benchmark, $returns, NO_BENCHMARK, refreshReturns } from './figure-query.ts'

const options = [
  { value: NO_BENCHMARK, label: 'No benchmark' },
  ...marketAssets.map(({ symbol, name }) => ({ value: symbol, label: name })),
]

const names: Record<PeriodReturns['period'], string> = {
  '1M': 'One month',
  '3M': 'Three months',
  YTD: 'This year',
  '1Y': 'One year',
  All: 'Since the beginning',
}

const bases = { annual: 'a year', cumulative: 'cumulative' }

/** Both measures of return for each period, their definitions, and a benchmark of the investor's choice. */
export function Returns() {
  return (
    <RemoteView
      view={useStore($returns)}
      failure="The returns could not be loaded"
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
      <span className="visually-hidden">Loading the returns...</span>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-4 h-64" />
    </div>
  )
}

const print = (percent: number | null) => (percent === null ? '–' : formatPercent(percent))

function Percent({ of }: { of: number | null }) {
  return <span className={`whitespace-nowrap ${of === null ? 'text-ink-3' : toneOf(of)}`}>{print(of)}</span>
}

/** The first record of a derived portfolio is younger than the period, which would begin with it. */
const isShorter = ({ period, from }: PeriodReturns, { source, returns }: ReturnsResponse): boolean =>
  source === 'derived' &&
  period !== 'All' &&
  Boolean(from) &&
  from === returns.find((row) => row.period === 'All')?.from

/** From when a period is measured, or why it is not. */
function describeStart({ from }: PeriodReturns, recordedFrom: string | null): string {
  if (from) return `from ${formatCalendarDate(from)}`
  return recordedFrom
    ? `no value is recorded from before ${formatCalendarDate(recordedFrom)}`
    : 'nothing recorded yet'
}

interface RowProps {
  row: PeriodReturns
  isShorter: boolean
  /** The first day with an entered value; null of a derived portfolio. */
  recordedFrom: string | null
  /** Of the column of the benchmark. */
  benchmarkClass: string
}

function Row({ row, isShorter, recordedFrom, benchmarkClass }: RowProps) {
  const { period, time_weighted, money_weighted, money_weighted_basis, benchmark } = row
  const measures = [
    ['time_weighted', time_weighted, ''],
    ['money_weighted', money_weighted, money_weighted_basis && bases[money_weighted_basis]],
  ] as const
  return (
    <tr className="border-line border-b last:border-b-0">
      <th scope="row" className="py-2.5 pr-4 text-left font-normal">
        {recordedFrom && period === 'All' ? 'Since the first value' : names[period]}
        <span className="ml-3 text-[0.75rem] text-ink-3 max-md:ml-0 max-md:block">
          {isShorter ? 'begins before your first record' : describeStart(row, recordedFrom)}
        </span>
      </th>
      {measures.map(([name, percent, basis]) => (
        <td key={name} className="num py-2.5 pr-4 text-right">
          {basis && percent !== null && !isShorter && (
            <span className="mr-2 text-[0.75rem] text-ink-3 max-sm:mr-0 max-sm:block">{basis}</span>
          )}
          {isShorter ? (
            <Percent of={null} />
          ) : (
            <FigureButton of={name} period={period}>
              <Percent of={percent} />
            </FigureButton>
          )}
        </td>
      ))}
      <td className={`num py-2.5 text-right ${benchmarkClass}`}>
        <Percent of={isShorter ? null : benchmark} />
      </td>
    </tr>
  )
}

function ReturnsTable({ response }: { response: ReturnsResponse }) {
  const { returns, benchmark, source, recorded_from } = response
  // On a phone the column is left out until it has figures.
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
                <span className="block text-[0.75rem]">growth in the period</span>
              </th>
              <th scope="col" className="py-3 pr-4 text-right font-normal">
                Money-weighted
                <span className="block text-[0.75rem]">rate on your deposits</span>
              </th>
              <th scope="col" className={`py-3 text-right font-normal ${benchmarkClass}`}>
                {benchmark?.name ?? 'Benchmark'}
              </th>
            </tr>
          </thead>
          <tbody>
            {returns.map((row) => (
              <Row
                key={row.period}
                row={row}
                isShorter={isShorter(row, response)}
                recordedFrom={recorded_from}
                benchmarkClass={benchmarkClass}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 border-line border-t px-[22px] py-4 max-sm:px-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <dl className="grid max-w-[78ch] gap-2 text-[0.8125rem] leading-snug text-ink-2">
          <div>
            <dt className="inline font-medium">Time-weighted: </dt>
            <dd className="inline">
              growth between your deposits and withdrawals, linked. Their size and timing do not matter, so it
              can be compared with a price. Cumulative over the period. Deposits count from the start of their
              day, withdrawals until its end.
            </dd>
          </div>
          <div>
            <dt className="inline font-medium">Money-weighted: </dt>
            <dd className="inline">
              the rate at which your own deposits and withdrawals grew to the value. For a year or more it is
              an annual rate; for less it is cumulative, because returns of less than a year are not
              annualized.
            </dd>
          </div>
          <div>
            <dt className="inline font-medium">Total return, above: </dt>
            <dd className="inline">
              {source === 'derived'
                ? 'gains in percent of all deposits, whenever they came.'
                : 'as the investment team has entered it.'}
            </dd>
          </div>
          <div>
            <dt className="inline font-medium">Time- and money-weighted returns </dt>
            <dd className="inline">
              are after fees. Past returns say nothing about future ones.
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
  if (source === null) return `There are no stored prices of ${name}.`
  const feed = source === 'simulated' ? ' Its prices are simulated, for demonstration.' : ''
  return `The benchmark is the change of the stored price of ${name} over the same days, without costs.${feed}`
}

function BenchmarkChoice() {
  const chosen = useStore($benchmark)
  return (
    <Field
      label="Benchmark"
      filter
      className="w-44 max-w-full print:hidden"
      hint={chosen === NO_BENCHMARK ? 'Adds its change to the table' : undefined}
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
