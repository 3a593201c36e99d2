import { Link } from 'react-router'
import type { InvestorOverview } from '#contract/people/admin-investor'
import {
  verificationStatusLabels,
  verificationStatusTones,
} from '#site/admin/compliance/verifications/verification-list.ts'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'
import { Badge } from '#ui/Badge'
import { Panel } from '#ui/Panel'

const riskNames = { low: 'Low', medium: 'Medium', high: 'High' } as const

interface VerificationProps {
  verification: NonNullable<InvestorOverview['verification']>
  userId: number
}

/** The verification's state, with a link to its details. */
export function VerificationSummary({ verification, userId }: VerificationProps) {
  const { state, kind, risk, submitted_at, verified_until } = verification
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
        <DescriptionList
          items={[
            [
              'Status',
              <Badge key="state" tone={verificationStatusTones[state]}>
                {verificationStatusLabels[state]}
              </Badge>,
            ],
            [
              'Verified until',
              verified_until ? <AdminDate key="until" instant={verified_until} /> : 'Not set',
            ],
            ['Type', kind === 'entity' ? 'Entity' : 'Individual'],
            ['Risk rating', risk ? riskNames[risk] : 'Not rated'],
            ['Submitted', submitted_at ? <AdminDate key="submitted" instant={submitted_at} /> : 'Not yet'],
          ]}
        />
      </div>
    </Panel>
  )
}
