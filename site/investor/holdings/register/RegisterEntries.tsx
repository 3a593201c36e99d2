import { useState } from 'react'
import type { HoldingEntry } from '#contract/holdings/holdings'
import { formatMoney } from '#core/format/format'
import { formatSignedUnits, formatUnits, shortenHash } from '#core/format/units'
import { getRegisterEntryLabel } from '#shared/register-entry-label'
import { ShowAllButton } from '#site/investor/kit/ShowAllButton.tsx'
import { DayDate } from '#site/investor/kit/SiteDate.tsx'
import { CopyButton } from '#ui/CopyButton'
import { Panel } from '#ui/Panel'

/** Number of entries shown at first, and added with each press. */
const STEP = 20
/** The server's maximum number of entries. */
const MAX_SENT = 500

const cell =
  'px-3 py-3 align-top first:pl-[22px] last:pr-[22px] @max-[36rem]:px-1.5 max-sm:first:pl-4 max-sm:last:pr-4'
const figure = `${cell} num text-right text-[0.875rem] leading-[1.6] whitespace-nowrap`
const head =
  'px-3 py-3 text-right font-normal first:pl-[22px] first:text-left last:pr-[22px] max-sm:first:pl-4 max-sm:last:pr-4'
/** The last column on a phone. */
const lastShown = '@max-[42rem]:pr-[22px] @max-[36rem]:pr-[min(22px,1rem)]'
const wide = '@max-[42rem]:hidden'
const wider = '@max-[58rem]:hidden'

/** A holder's register entries, newest first. */
export function RegisterEntries({ entries, symbol }: { entries: readonly HoldingEntry[]; symbol: string }) {
  const [shown, setShown] = useState(STEP)
  const rest = entries.length - shown
  return (
    <Panel
      id="entries"
      title="Register entries"
      note={`Entries in your name for ${symbol}, newest first. Each entry includes the hash of the previous entry in the series.`}
    >
      <div className="stacked-table @container relative overflow-x-auto">
        <table className="w-full">
          <caption className="visually-hidden">Entries, newest first</caption>
          <thead>
            <tr className="border-line-strong border-b text-[0.8125rem] text-ink-3">
              <th scope="col" className={head}>
                Entry
              </th>
              <th scope="col" className={`${head} ${lastShown}`}>
                Units
              </th>
              <th scope="col" className={`${head} ${wide}`}>
                Balance
              </th>
              <th scope="col" className={`${head} ${wider}`}>
                Cost
              </th>
              <th scope="col" className={`${head} ${wide}`}>
                Hash
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, shown).map((entry) => (
              <Row key={entry.number} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 && (
        <ShowAllButton
          part={`${shown} of ${entries.length < MAX_SENT ? '' : 'the latest '}${entries.length} entries`}
          onShow={() => setShown(shown + STEP)}
        >
          {`Show ${Math.min(STEP, rest)} more (${rest} remaining)`}
        </ShowAllButton>
      )}
      {entries.length >= MAX_SENT && rest <= 0 && (
        <p className="border-line border-t px-[22px] py-3 text-[0.875rem] text-ink-2 max-sm:px-4">
          Showing the latest {MAX_SENT} entries. Contact the investment team for earlier ones.
        </p>
      )}
    </Panel>
  )
}

function Row({ entry }: { entry: HoldingEntry }) {
  const { number, at, units, cost, balance, reason, hash } = entry
  const shortHash = (
    <span className="inline-flex items-center gap-1">
      <span className="num">{shortenHash(hash)}</span>
      <CopyButton text={hash} name={`the hash of entry ${number}`} />
    </span>
  )
  return (
    <tr className="border-line border-t first:border-t-0">
      <th scope="row" className={`${cell} text-left text-[0.9375rem] font-normal`}>
        <span className="font-medium">{getRegisterEntryLabel(entry)}</span>{' '}
        <span className="num text-[0.8125rem] text-ink-3">#{number}</span>
        <span className="block text-[0.8125rem] text-ink-3">
          <DayDate instant={at} />
        </span>
        {reason && (
          <span className="block max-w-[48ch] text-[0.8125rem] text-ink-2 wrap-anywhere">{reason}</span>
        )}
        <span className="block text-[0.8125rem] text-ink-3 @min-[42rem]:hidden">{shortHash}</span>
      </th>
      <td className={`${figure} ${lastShown}`}>
        {formatSignedUnits(units)}
        <span className="block text-[0.75rem] text-ink-3 @min-[42rem]:hidden">
          balance {formatUnits(balance)}
        </span>
        <span className="block text-[0.75rem] text-ink-3 @min-[58rem]:hidden">cost {formatMoney(cost)}</span>
      </td>
      <td className={`${figure} ${wide}`}>{formatUnits(balance)}</td>
      <td className={`${figure} ${wider}`}>{formatMoney(cost)}</td>
      <td className={`${cell} text-right text-[0.8125rem] text-ink-3 ${wide}`}>{shortHash}</td>
    </tr>
  )
}
