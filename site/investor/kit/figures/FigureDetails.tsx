import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Figure, type FigureInput, figures } from '#contract/portfolio/figures'
import { getServerErrorMessage } from '#core/api/error-messages'
import { downloadAsInvestor } from '#core/api/investor-download'
import {
  formatCalendarDate,
  formatCount,
  formatCountOf,
  formatMoney,
  formatPercent,
  formatSignedMoney,
} from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { $tableUse } from '#core/list/table-use'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'

/** Figures displayed with a sign. */
const SIGNED = /^(?:gains|units_gain|other_gains|gain:.*)$/

function printValue({ name, value, unit }: Figure): string {
  if (value === null) return '–'
  switch (unit) {
    case 'investments':
    case 'transactions':
      return formatCount(Number(value))
    case 'percent':
      return formatPercent(value)
    case 'percent of the total':
      return formatPercent(value).replace(/^\+/, '')
    case 'units':
      return formatUnits(String(value))
    default:
      return SIGNED.test(name) ? formatSignedMoney(String(value)) : formatMoney(value)
  }
}

const bases = { annual: ', annual rate', cumulative: ', cumulative' }

function describeDays({ from, first_record, as_of, basis }: Figure): string {
  const until = as_of && formatCalendarDate(as_of)
  const kind = basis ? bases[basis] : ''
  const start = first_record
    ? `your first record on ${formatCalendarDate(first_record)}`
    : from && `close of ${formatCalendarDate(from)}`
  if (start) return `From ${start}${until ? ` to ${until}` : ''}${kind}`
  return until ? `As of ${until}` : 'No records yet'
}

interface FigureContentProps {
  figure: Figure
  onFollow: () => void
}

/** The value, its formula, its inputs and their sources. */
export function FigureDetails({ figure, onFollow }: FigureContentProps) {
  return (
    <>
      <p className="font-serif text-[2rem] leading-tight tracking-[-0.02em] wrap-anywhere" data-part="value">
        {printValue(figure)}
      </p>
      <p className="mt-1 text-[0.875rem] text-ink-3">{describeDays(figure)}</p>
      {figure.records !== undefined && (
        <p className="mt-2 text-[0.9375rem]" data-part="records">
          Your records add up to {printValue({ ...figure, value: figure.records })}: completed transactions,
          and units at their latest valuation.
        </p>
      )}
      {figure.definition && <p className="mt-4 text-[0.9375rem] text-ink-2">{figure.definition}</p>}
      <Heading>Formula</Heading>
      <p className="border-primary border-l-2 bg-sunken px-4 py-3 text-[0.9375rem]">{figure.formula}</p>
      <Heading>Inputs</Heading>
      {figure.inputs.length > 0 ? (
        <Inputs inputs={figure.inputs} onFollow={onFollow} />
      ) : (
        <p className="text-ink-2">No inputs yet.</p>
      )}
      <Heading>Sources</Heading>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem]">
        {figure.sources.map(({ label, link }) => (
          <li key={label}>
            {link ? (
              <Page to={link} onFollow={onFollow}>
                {label}
              </Page>
            ) : (
              label
            )}
          </li>
        ))}
      </ul>
      <Download figure={figure} />
    </>
  )
}

const Heading = ({ children }: { children: string }) => (
  <h3 className="mt-6 mb-2 font-medium text-[0.875rem] text-ink-2">{children}</h3>
)

/** Pages outside the area are separate documents. */
function Page({ to, children, onFollow }: { to: string; children: string; onFollow: () => void }) {
  return (
    <Link
      className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
      to={to}
      onClick={onFollow}
      reloadDocument={!to.startsWith('/access/')}
    >
      {children}
    </Link>
  )
}

function printAmount({ amount, unit }: FigureInput): string {
  if (unit === 'investments' || unit === 'transactions') return formatCount(Number(amount))
  return unit === 'units' ? formatUnits(amount) : formatMoney(amount)
}

function Inputs({ inputs, onFollow }: { inputs: readonly FigureInput[]; onFollow: () => void }) {
  return (
    <section
      className="max-h-[22rem] overflow-auto border-line border-y"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a part that scrolls
      tabIndex={0}
      aria-label="Inputs"
    >
      <table className="w-full text-[0.875rem]">
        <caption className="visually-hidden">{formatCountOf(inputs.length, 'input')}</caption>
        <thead className="sticky top-0 bg-surface text-left text-ink-3">
          <tr className="shadow-[inset_0_-1px_0_var(--line-strong)]">
            <th scope="col" className="py-2 pr-4 font-normal">
              Record
            </th>
            <th scope="col" className="py-2 pr-4 font-normal max-sm:hidden">
              Day
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {inputs.map((input, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of one response in their order
            <tr key={at} className="border-line border-b align-top last:border-b-0">
              <th scope="row" className="py-2 pr-4 text-left font-normal wrap-anywhere">
                {input.link ? (
                  <Page to={input.link} onFollow={onFollow}>
                    {input.label}
                  </Page>
                ) : (
                  input.label
                )}
                {input.at && (
                  <span className="block text-[0.75rem] text-ink-3 sm:hidden">
                    {formatCalendarDate(input.at)}
                  </span>
                )}
              </th>
              <td className="py-2 pr-4 whitespace-nowrap text-ink-2 max-sm:hidden">
                {input.at ? formatCalendarDate(input.at) : '–'}
              </td>
              <td className="num py-2 text-right whitespace-nowrap">
                {printAmount(input)}
                {['units', 'USD per unit'].includes(input.unit) && (
                  <span className="block text-[0.75rem] text-ink-3">{input.unit}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Download({ figure: { name, period, inputs } }: { figure: Figure }) {
  const [state, setState] = useState<'idle' | 'busy' | { reason: string }>('idle')
  const use = useStore($tableUse)
  const save = async () => {
    setState('busy')
    try {
      await downloadAsInvestor(
        figures.exportCsv,
        { params: { name }, query: { period } },
        { name: `figure-${name}.csv` },
      )
      setState('idle')
    } catch (error) {
      setState({ reason: getServerErrorMessage(error, 'The file could not be created. Please try again.') })
    }
  }
  return (
    <div className="mt-6 grid justify-items-start gap-3 border-line border-t pt-5">
      {typeof state === 'object' && (
        <Banner kind="error">
          <p>{state.reason}</p>
        </Banner>
      )}
      <Button
        look="quiet"
        small
        onClick={save}
        busy={state === 'busy' && 'Downloading...'}
        disabled={inputs.length === 0}
      >
        {use === 'excel' ? 'Download Excel' : 'Download CSV'}
      </Button>
      <p className="text-[0.8125rem] text-ink-3">
        All inputs, one per row. Apply the formula above to reproduce the figure in a spreadsheet.
      </p>
    </div>
  )
}
