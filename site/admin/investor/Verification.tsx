import { Link } from 'react-router'
import type { InvestorOverview } from '#contract/admin-investor'
import { Facts } from '#site/admin/detail/Facts.tsx'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { stateNames, stateTones } from '#site/admin/verifications/list.ts'
import { Badge } from '#ui/Badge'
import { Panel } from '#ui/Panel'

const riskNames = { low: 'Low', medium: 'Medium', high: 'High' } as const

interface VerificationProps {
  of: NonNullable<InvestorOverview['verification']>
  userId: number
}

/** Where the verification is, and the way to what was said. */
export function Verification({ of, userId }: VerificationProps) {
  const { state, kind, risk, submitted_at, verified_until } = of
  return (
    <Panel
      title="Verification"
      aside={
        <Link className="text-[0.875rem]" to={{ search: `?d=verifications&item=${userId}` }}>
          Open verification
        </Link>
      }
    >
      <div className="p-[22px] max-sm:p-4">
        <Facts
          of={[
            [
              'State',
              <Badge key="state" tone={stateTones[state]}>
                {stateNames[state]}
              </Badge>,
            ],
            ['Until', verified_until ? <AdminDate key="until" instant={verified_until} /> : 'No day is set'],
            ['Kind', kind === 'entity' ? 'Entity' : 'Person'],
            ['Risk', risk ? riskNames[risk] : 'Not rated'],
            ['Submitted', submitted_at ? <AdminDate key="submitted" instant={submitted_at} /> : 'Not yet'],
          ]}
        />
      </div>
    </Panel>
  )
}
