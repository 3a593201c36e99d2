import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { User } from '#contract/identity/session'
import { investorSession } from '#core/session/session'
import { signOut } from '#core/session/sign-out'
import { Icon } from '#ui/Icon'
import { personIcon } from '#ui/icons/account'
import { Bell } from './account/Bell.tsx'
import { areaLinks, type PageLink, settingsLink } from './investor-links.ts'
import { Chevron, LearnMoreLink } from './navbar-parts.tsx'

interface AccountProps {
  /** Pages of the Documentation menu, if the bar itself does not have it. */
  documentation: readonly PageLink[]
}

/**
 * The signed-in part of the navigation bar: the bell and the user menu, as native `<details>` that
 * `site/components/navbar.ts` closes on an outside click and on Escape like the bar's other menus.
 */
export function Account({ documentation }: AccountProps) {
  const session = useStore(investorSession.$session, { ssr: 'initial' })
  useSignedInMark()
  const name = session ? shortName(session.user) : 'Account'
  return (
    <>
      <Bell />
      <details className="nav-menu user-menu" data-menu>
        <summary className="nav-item">
          <Icon path={personIcon} size={20} />
          <span className="visually-hidden">User menu: </span>
          <span className="account-name">{name}</span>
        </summary>
        <div className="menu-panel">
          {session && (
            <p className="truncate border-line border-b px-5 py-3 text-[0.875rem] text-ink-2">
              {session.user.email}
            </p>
          )}
          <ul>
            {[...areaLinks, settingsLink].map(({ href, label }) => (
              <li key={href}>
                <a className="menu-link" href={href}>
                  {label}
                </a>
              </li>
            ))}
            <li>
              <button type="button" className="menu-link" onClick={signOut}>
                Logout
              </button>
            </li>
          </ul>
          {documentation.length > 0 && <PublicPages documentation={documentation} />}
        </div>
      </details>
    </>
  )
}

/** The public pages that the area's bar omits; a native disclosure, which works before React has started. */
const PublicPages = ({ documentation }: AccountProps) => (
  <div className="border-line border-t p-2">
    <details>
      <summary className="menu-link">
        Documentation
        <Chevron />
      </summary>
      <ul data-documentation>
        {documentation.map(({ href, label }) => (
          <li key={href}>
            <a className="menu-link" href={href}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
    <LearnMoreLink className="menu-link" />
  </div>
)

/** Keeps the bar in the state set by the head script when another tab signs out or in. */
function useSignedInMark() {
  useEffect(
    () =>
      investorSession.$session.subscribe((session) => {
        document.documentElement.dataset.session = session ? 'in' : 'out'
      }),
    [],
  )
}

/** `Amara O.`; the last name may be missing. */
function shortName({ first_name, last_name }: User): string {
  return last_name ? `${first_name} ${last_name.charAt(0)}.` : first_name
}
