import { formatUnits } from '#core/format/units'
import type { LeafReport, ReportStep } from '#shared/proof/proof-report'

const cell = 'px-3 py-2.5 text-left align-top first:pl-[22px] last:pr-[22px] max-sm:px-4'

/** The path of one part of a holding from its leaf to the root, with the values of each step. */
export function ProofPath({ leaf, number }: { leaf: LeafReport; number: number }) {
  const { symbol, units, isCounted, text, steps } = leaf
  const last = steps.length - 1
  return (
    <details className="border-line border-t" open={!isCounted}>
      <summary className="flex flex-wrap justify-between gap-x-4 px-[22px] py-3 text-[0.9375rem] text-accent-text max-sm:px-4">
        <span>
          {isCounted ? '✓' : '✗'} Part {number}: {formatUnits(units)} units of {symbol}
        </span>
        {last > 0 && <span className="text-[0.8125rem] text-ink-3">{last} steps to the root</span>}
      </summary>
      <p className="px-[22px] pb-3 text-[0.8125rem] text-ink-2 wrap-anywhere max-sm:px-4">{text}</p>
      {steps.length > 0 && (
        <table className="w-full border-line border-t text-[0.8125rem]">
          <caption className="visually-hidden">
            From leaf to root. The bar shows the share of all {symbol} units in issue.
          </caption>
          <thead className="text-ink-3 max-md:hidden">
            <tr>
              {['Step', 'Combined with', 'Result'].map((name) => (
                <th key={name} scope="col" className={`${cell} font-normal`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step, at) => (
              <Step
                key={step.hash}
                step={step}
                name={at === 0 ? 'Leaf' : at === last ? `${at}, root` : String(at)}
              />
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}

const hashLook = 'num block text-[0.6875rem] text-ink-3 wrap-anywhere'

function Step({ step: { sibling, hash, units, share }, name }: { step: ReportStep; name: string }) {
  return (
    <tr className="border-line border-t max-md:block max-md:py-2">
      <th
        scope="row"
        className={`${cell} num w-[7rem] font-normal text-ink-2 max-md:block max-md:w-auto max-md:py-0.5`}
      >
        {name}
      </th>
      <td className={`${cell} w-[44%] max-md:block max-md:w-auto max-md:py-0.5 max-md:pl-[22px] max-sm:pl-4`}>
        {sibling ? (
          <>
            <span className="num">{formatUnits(sibling.units)}</span> on the {sibling.side}
            <span className={hashLook}>{sibling.hash}</span>
          </>
        ) : (
          'hash of nonce, symbol and units'
        )}
      </td>
      <td className={`${cell} max-md:block max-md:py-0.5 max-md:pl-[22px] max-sm:pl-4`}>
        <span className="num">{formatUnits(units)}</span>
        <span className="my-1 block h-1 bg-sunken" aria-hidden="true">
          {/* Always visible, because a holding is often a small part of all units. */}
          <span className="block h-full bg-primary" style={{ width: `${Math.max(0.5, share * 100)}%` }} />
        </span>
        <span className={hashLook}>{hash}</span>
      </td>
    </tr>
  )
}
