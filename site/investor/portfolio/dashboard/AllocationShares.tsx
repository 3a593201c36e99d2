import type { CategoryFigure } from '#contract/portfolio/figures'
import type { Holding } from '#contract/portfolio/portfolio'
import { formatMoney } from '#core/format/format'
import { formatShare } from '#core/format/format-share'
import { FigureDetailsButton } from '#site/investor/kit/figures/FigureDetailsButton.tsx'
import { PatternSwatch } from '#ui/PatternSwatch'
import { AllocationRing } from './AllocationRing.tsx'
import {
  type AllocationShare,
  groupByCategory,
  hasValuedUnits,
  OTHER_CATEGORIES_LABEL,
} from './allocation.ts'
import { createAllocationPatterns } from './allocation-patterns.ts'

interface SharesProps {
  holdings: readonly Holding[]
  /** Side of the ring in pixels. */
  side: number
}

/** The allocation as a ring, and as a table with figures. */
export function AllocationShares({ holdings, side }: SharesProps) {
  const shares = groupByCategory(holdings)
  const hatchOfShare = createAllocationPatterns(shares.map(({ category }) => category))
  const isValued = hasValuedUnits(holdings)
  const what = isValued ? 'Value of units by category' : 'Approved requests by category'
  const label = shares.map(({ category, percent: share }) => `${category}, ${formatShare(share)}`).join('; ')
  return (
    <div className="grid grid-cols-1 items-center gap-6 px-[22px] py-5 max-sm:px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <AllocationRing
        size={side}
        label={`${what}: ${label}`}
        parts={shares.map(({ category, percent }) => ({
          name: category,
          percent,
          hatch: hatchOfShare(category),
        }))}
      />
      {/* Figures are never broken: if the text is too large, they move below the name. */}
      <div className="@container">
        <table className="w-full text-[0.9375rem] @max-[17rem]:text-[0.8125rem]">
          <caption className="visually-hidden">{what}</caption>
          <thead className="@max-[15rem]:sr-only">
            <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
              <th scope="col" className="py-2 pr-4 font-normal">
                Category
              </th>
              <th scope="col" className="py-2 pr-4 text-right font-normal">
                {isValued ? 'Value' : 'Investments'}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ category, symbols, size, percent: share }) => (
              <tr
                key={category}
                className="border-line border-b last:border-b-0 @max-[15rem]:flex @max-[15rem]:flex-wrap @max-[15rem]:justify-between"
              >
                <th
                  scope="row"
                  className="py-2.5 pr-4 text-left font-normal @max-[17rem]:pr-2 @max-[15rem]:w-full @max-[15rem]:pb-0"
                >
                  <span className="flex items-start gap-3 @max-[17rem]:gap-2">
                    <span className="flex h-[1lh] items-center">
                      <PatternSwatch hatch={hatchOfShare(category)} />
                    </span>
                    <span className="min-w-0 wrap-anywhere">
                      {category}
                      <span className="num block text-[0.8125rem] text-ink-3">{symbols.join(', ')}</span>
                    </span>
                  </span>
                </th>
                <td className="num py-2.5 pr-4 text-right align-top whitespace-nowrap @max-[17rem]:pr-2.5">
                  {isValued ? (
                    <Opened figure="category" share={{ category, symbols }}>
                      {formatMoney(size.toFixed(2))}
                    </Opened>
                  ) : (
                    size
                  )}
                </td>
                <td className="num py-2.5 text-right align-top whitespace-nowrap">
                  {isValued ? (
                    <Opened figure="category_share" share={{ category, symbols }}>
                      {formatShare(share)}
                    </Opened>
                  ) : (
                    formatShare(share)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface OpenedProps {
  figure: CategoryFigure
  share: Pick<AllocationShare, 'category' | 'symbols'>
  children: string
}

/** A category's figure, which opens its details; that of several categories combined does not. */
function Opened({ figure, share: { category, symbols }, children }: OpenedProps) {
  const [symbol] = symbols
  if (category === OTHER_CATEGORIES_LABEL || !symbol) return children
  return <FigureDetailsButton figure={`${figure}:${symbol}`}>{children}</FigureDetailsButton>
}
