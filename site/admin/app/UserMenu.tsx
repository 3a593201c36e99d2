import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { administrators } from '#contract/identity/admin-account'
import { operations } from '#contract/operations/operations'
import { buildUrl } from '#contract/request-url'
import { callAdminApi } from '#core/api/admin-api'
import { $roles, adminSession, signOutAdmin } from '#core/session/admin-session'
import { formatRoles } from '#site/admin/identity/administrators/role-labels.ts'
import { InactiveApproval } from '#site/admin/kit/approvals/InactiveApproval.tsx'
import { Icon } from '#ui/Icon'
import { chevronIcon, personIcon } from '#ui/icons/account'
import { Popup } from '#ui/Popup'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** The administrator's name, fetched if only the token was stored. */
function useName(): string {
  const session = useStore(adminSession.$session)
  const name = session?.user.username ?? ''
  const isUnknown = session !== null && name === ''
  useEffect(() => {
    if (!isUnknown) return
    callAdminApi(administrators.getProfile).then(
      ({ user }) => adminSession.updateUser(user),
      // Then only the name is missing; the section shows the failure.
      () => {},
    )
  }, [isUnknown])
  return name
}

/** Panel API calls, available only with an administrator session. */
const REFERENCE = `${buildUrl(operations.reference)}?calls=panel`

const item = 'block w-full cursor-pointer px-4 py-2.5 text-left text-[0.9375rem] no-underline hover:bg-sunken'

/** The signed-in administrator, with links to the profile and to sign out, and the theme. */
export function UserMenu() {
  const name = useName()
  const roles = useStore($roles)
  const role = roles && !roles.includes('owner') ? formatRoles(roles) : 'Administrator'
  return (
    <Popup
      className="flex min-h-11 max-w-full cursor-pointer items-center gap-2.5 rounded px-2 text-left max-sm:gap-2 max-sm:px-1 hover:bg-sunken"
      panelClassName="min-w-48"
      label={
        <>
          <Icon path={personIcon} size={22} className="text-ink-2" />
          <span className="min-w-0 leading-tight">
            <span className="block max-w-44 truncate text-[0.9375rem] font-medium max-[26rem]:max-w-24">
              {name || '\u00a0'}
            </span>
            <span className="block max-w-44 truncate text-[0.8125rem] text-ink-3 max-[26rem]:max-w-24">
              {role}
            </span>
          </span>
          <Icon path={chevronIcon} size={16} className="text-ink-3 max-sm:hidden" />
        </>
      }
    >
      {(close) => (
        <>
          <InactiveApproval className="mb-1.5 border-line border-b pt-1.5 pb-3 sm:hidden" />
          <Link to="/settings" className={item} onClick={close}>
            Settings
          </Link>
          <a href={REFERENCE} target="_blank" rel="noreferrer" className={item} onClick={close}>
            API reference
          </a>
          <button type="button" className={item} onClick={signOutAdmin}>
            Logout
          </button>
          <div className="mt-1.5 border-line border-t px-4 pt-3 pb-2">
            <ThemeSwitch />
          </div>
        </>
      )}
    </Popup>
  )
}
