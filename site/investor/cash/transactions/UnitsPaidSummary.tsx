import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { FigureInput } from '#contract/portfolio/figures'
import { formatCount, formatSignedMoney } from '#core/format/format'
import { getData } from '#core/query/remote'
import { toDecimal } from '#shared/calculations/decimal'
import { ShowAllButton } from '#site/investor/kit/ShowAllButton.tsx'
import { SiteDate } from '#site/investor/kit/SiteDate.tsx'
import { Panel } from '#ui/Panel'
import { $unitsPaid } from './transaction-store.ts'

/** Number of rows shown at first. */
const SHOWN = 10

const cell = 'px-[22px] py-3 align-top max-sm:px-4'

/** Costs of units and redemption proceeds: cash movements that are not transactions. */
export function UnitsPaidSummary() {
  const rows = getData(useStore($unitsPaid))?.inputs ?? []
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return null
  return (
    <Panel
      className="mt-5"
      title="Units purchased and redeemed"
      note="Settled through your cash balance without a transaction, newest first"
    >
      <div className="stacked-table @container relative overflow-x-auto">
        <table className="w-full text-[0.9375rem]">
          <caption className="visually-hidden">Units purchased and redeemed, newest first</caption>
          <thead>
            <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
              <th scope="col" className={`${cell} font-normal`}>
                Movement
              </th>
              <th scope="col" className={`${cell} font-normal max-sm:hidden`}>
                Date
              </th>
              <th scope="col" className={`${cell} text-right font-normal`}>
                Cash
              </th>
            </tr>
          </thead>
          <tbody>
            {(isWhole ? rows : rows.slice(0, SHOWN)).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of one response in their order
              <Row key={at} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {!isWhole && rows.length > SHOWN && (
        <ShowAllButton part={`${SHOWN} of ${formatCount(rows.length)} rows`} onShow={() => setWhole(true)}>
          Show all
        </ShowAllButton>
      )}
    </Panel>
  )
}

function Row({ row: { label, at, amount, link } }: { row: FigureInput }) {
  const day = at && <SiteDate instant={at} />
  return (
    <tr className="border-line border-t first:border-t-0">
      <th scope="row" className={`${cell} text-left font-normal wrap-anywhere`}>
        {link ? (
          <Link className="underline decoration-line-strong underline-offset-4" to={link}>
            {label}
          </Link>
        ) : (
          label
        )}
        <span className="block text-[0.8125rem] text-ink-3 sm:hidden">{day}</span>
      </th>
      <td className={`${cell} num text-[0.875rem] leading-[1.7] whitespace-nowrap text-ink-2 max-sm:hidden`}>
        {day}
      </td>
      <td className={`${cell} num text-right text-[0.875rem] leading-[1.7] whitespace-nowrap`}>
        {formatSignedMoney(toDecimal(amount).times(-1).toFixed(2))}
      </td>
    </tr>
  )
}
