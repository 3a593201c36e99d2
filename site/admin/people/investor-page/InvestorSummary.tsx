import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { InvestorOverview } from '#contract/people/admin-investor'
import { $may } from '#core/session/admin-session'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'
import { UserStatusSwitch } from '#site/admin/people/users/UserStatusSwitch.tsx'
import { $changed, getCurrentUser, unlockUser } from '#site/admin/people/users/user-changes.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { investorDetail } from './investor-store.ts'

/** An investor's state, verification and contact details. */
export function InvestorSummary({ overview }: { overview: InvestorOverview }) {
  const may = useStore($may)
  const user = getCurrentUser(overview.user, useStore($changed))
  const { lock, username, phone, country, created_at, last_login_at } = user
  return (
    <Panel title="Summary">
      <div className="p-[22px] max-sm:p-4">
        <DescriptionList
          items={[
            [
              'Status',
              may('activate') ? (
                <UserStatusSwitch key="status" user={user} flag="is_active" />
              ) : user.is_active ? (
                'Active'
              ) : (
                'Inactive'
              ),
            ],
            [
              'Verified',
              may('verify_by_hand') ? (
                <UserStatusSwitch key="verified" user={user} flag="is_verified" />
              ) : user.is_verified ? (
                'Verified'
              ) : (
                'Unverified'
              ),
            ],
            [
              'Manual verification',
              user.by_hand ? <ByHand key="hand" reason={overview.verification?.hand_reason ?? null} /> : '',
            ],
            [
              'Sign-in',
              lock ? (
                <Locked key="lock" until={lock.until} everywhere={lock.everywhere}>
                  {may('unlock') && (
                    <Button
                      look="quiet"
                      small
                      onClick={async () => {
                        await unlockUser(user)
                        await investorDetail.refresh()
                      }}
                    >
                      Unlock
                    </Button>
                  )}
                </Locked>
              ) : (
                'Not locked'
              ),
            ],
            ['Username', username ?? ''],
            ['Phone', phone],
            ['Country', country],
            ['Email', overview.email_confirmed ? 'Confirmed' : 'Not confirmed'],
            ['Registered', <AdminDate key="registered" instant={created_at} />],
            ['Last sign-in', last_login_at ? <AdminDateTime key="login" instant={last_login_at} /> : 'Never'],
          ]}
        />
      </div>
    </Panel>
  )
}

/** Notes that the investor was verified without a review, and why, as far as the reader may know. */
function ByHand({ reason }: { reason: string | null }) {
  return (
    <span className="grid gap-1.5 justify-items-start">
      <Badge tone="warn">Manual</Badge>
      {reason !== null && (
        <span className="whitespace-pre-line wrap-anywhere">{reason || 'No reason given'}</span>
      )}
    </span>
  )
}

function Locked({
  until,
  everywhere,
  children,
}: {
  until: string
  everywhere: boolean
  children: ReactNode
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2 text-warn">
      <span>
        Locked until {until.slice(11, 16)} UTC{!everywhere && ', for one network'}
      </span>
      {children}
    </span>
  )
}
