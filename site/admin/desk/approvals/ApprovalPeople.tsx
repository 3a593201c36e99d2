import { Link } from 'react-router'
import type { ApprovalRequestDetail } from '#contract/desk/approvals'
import { formatUnits } from '#core/format/units'
import { InvestorStatus } from '#site/admin/kit/InvestorStatus.tsx'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { Badge } from '#ui/Badge'

/** People shown at first; the others are listed in the rows below. */
const SHOWN = 20

/** The people an approval request concerns, with their current standing; those with an obstacle come first. */
export function ApprovalPeople({ people }: { people: ApprovalRequestDetail['people'] }) {
  const isPlain = ({ is_active, is_verified, screening }: ApprovalRequestDetail['people'][number]) =>
    is_active && is_verified && (screening === 'clear' || screening === 'off')
  const sorted = people.toSorted((one, other) => Number(isPlain(one)) - Number(isPlain(other)))
  return (
    <ul className="grid gap-2">
      {sorted.slice(0, SHOWN).map((person) => (
        <li key={person.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link className="min-w-0 wrap-anywhere" to={{ search: getInvestorLocation(person.id) }}>
            {person.name}
          </Link>
          <InvestorStatus investor={{ user_id: person.id, ...person }} />
          {isPlain(person) && !person.by_hand && <Badge tone="gain">Verified</Badge>}
          {person.screening === 'off' && <Badge tone="warn">Not screened: no watchlist</Badge>}
          <Link className="text-[0.875rem]" to={{ search: `?d=verifications&item=${person.id}` }}>
            Evidence<span className="visually-hidden"> of {person.name}</span>
          </Link>
        </li>
      ))}
      {people.length > SHOWN && <li className="text-ink-2">and {people.length - SHOWN} more</li>}
    </ul>
  )
}

/** Each holder's units now and after approval. */
export function ApprovalHoldings({ holdings }: { holdings: ApprovalRequestDetail['holdings'] }) {
  return (
    <dl className="rounded border border-line bg-paper px-4 py-2.5 text-[0.9375rem]">
      {holdings.map(({ user_id, name, symbol, units, units_after }) => (
        <div key={user_id} className="flex flex-wrap justify-between gap-x-4 py-1">
          <dt className="min-w-0 wrap-anywhere">
            {name} <span className="text-ink-2">{symbol}</span>
          </dt>
          <dd className="num text-[0.875rem]">
            {formatUnits(units)} → {formatUnits(units_after)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
