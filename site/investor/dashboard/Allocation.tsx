import { useStore } from '@nanostores/react'
import { $allocation, refreshAllocation } from '#core/query/portfolio'
import { ChartPlace } from '#ui/Chart'
import { HatchSwatch } from '#ui/HatchSwatch'
import { type Share, shareByCategory } from './allocation.ts'
import { ChartPanel } from './ChartPanel.tsx'
import { ShareRing } from './ShareRing.tsx'
import { hatchShares } from './share-hatches.ts'

const SIZE = 200
const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** The approved investments divided by category of token. */
export function Allocation() {
  return (
    <ChartPanel
      title="Allocation by category"
      note="Counted in approved investments, not in money: no amount is booked to a single token."
      view={useStore($allocation)}
      onRetry={refreshAllocation}
      failure="The allocation could not be loaded"
      isDrawn={({ length }) => length > 0}
      empty={{
        title: 'No approved investments yet',
        text: 'They are divided by category here once the first request is approved.',
      }}
      place={
        <div className="px-[22px] py-5 max-sm:px-4">
          <ChartPlace height={SIZE} />
        </div>
      }
    >
      {(holdings) => <Shares shares={shareByCategory(holdings)} />}
    </ChartPanel>
  )
}

const countOf = (investments: number) => (investments === 1 ? '1 investment' : `${investments} investments`)

function Shares({ shares }: { shares: readonly Share[] }) {
  const hatchOfShare = hatchShares(shares.map(({ category }) => category))
  const label = shares.map(({ category, investments }) => `${category}, ${countOf(investments)}`).join('; ')
  return (
    <div className="grid grid-cols-1 items-center gap-6 px-[22px] py-5 max-sm:px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <ShareRing
        size={SIZE}
        label={`Approved investments by category: ${label}`}
        parts={shares.map(({ category, percent }) => ({
          name: category,
          percent,
          hatch: hatchOfShare(category),
        }))}
      />
      <table className="w-full text-[0.9375rem]">
        <caption className="visually-hidden">Approved investments by category</caption>
        <thead>
          <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
            <th scope="col" className="py-2 pr-4 font-normal">
              Category
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-normal">
              Investments
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ category, symbols, investments, percent: share }) => (
            <tr key={category} className="border-line border-b last:border-b-0">
              <th scope="row" className="py-2.5 pr-4 text-left font-normal">
                <span className="flex items-start gap-3">
                  <span className="flex h-[1lh] items-center">
                    <HatchSwatch hatch={hatchOfShare(category)} />
                  </span>
                  <span className="min-w-0 wrap-anywhere">
                    {category}
                    <span className="num block text-[0.8125rem] text-ink-3">{symbols.join(', ')}</span>
                  </span>
                </span>
              </th>
              <td className="num py-2.5 pr-4 text-right align-top">{investments}</td>
              <td className="num py-2.5 text-right align-top">{percent.format(share)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
