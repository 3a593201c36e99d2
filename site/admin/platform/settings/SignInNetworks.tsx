import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { administrators, type AccessRules as Rules } from '#contract/identity/admin-account'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'

const { $view: $rules, refresh } = createAdminQuery<Rules>(
  ['access-rules'],
  async () => (await callAdminApi(administrators.getAccessRules)).access_rules,
)

/**
 * The networks that administrators may sign in from. They are set only at server start, so that no administrator can
 * lock out all of them.
 */
export function SignInNetworks({ className }: { className: string }) {
  const view = useStore($rules)
  return (
    <Panel title="Administrator access" note="Configured on the server" className={className}>
      <div className="p-[22px] max-sm:p-4">
        <RemoteView
          view={view}
          {...getLoadErrorProps('Failed to fetch access restrictions')}
          onRetry={refresh}
          loading={<Skeleton className="h-28" />}
        >
          {({ networks, countries, your_address }) => (
            <dl className="grid gap-x-6 gap-y-3 text-[0.9375rem] sm:grid-cols-[13rem_minmax(0,1fr)]">
              <Rule name="Networks" variable="ADMIN_ALLOWED_IPS" values={networks} none="All networks" />
              <Rule
                name="Countries"
                variable="ADMIN_ALLOWED_COUNTRIES"
                values={countries}
                none="All countries"
              />
              <Line name="Your IP address">
                <span className="num text-[0.875rem]">{your_address}</span>
              </Line>
            </dl>
          )}
        </RemoteView>
      </div>
    </Panel>
  )
}

function Line({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt>
        {name}
        {hint && <span className="num block text-[0.75rem] text-ink-3">{hint}</span>}
      </dt>
      <dd className="min-w-0 text-ink-2 wrap-anywhere">{children}</dd>
    </div>
  )
}

interface RuleProps {
  name: string
  /** The environment variable that sets them. */
  variable: string
  values: readonly string[]
  none: string
}

function Rule({ name, variable, values, none }: RuleProps) {
  return (
    <Line name={name} hint={variable}>
      {values.length === 0 ? none : <span className="num text-[0.875rem]">{values.join(', ')}</span>}
    </Line>
  )
}
