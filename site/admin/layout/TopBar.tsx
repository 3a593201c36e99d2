import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { backIcon, menuIcon } from '#ui/icons/account'
import { closeIcon } from '#ui/icons/signs'
import { Navigation } from './Navigation.tsx'
import { UserMenu } from './UserMenu.tsx'

/** The bar above a section: the link back, the navigation of a phone, and the account menu. */
export function TopBar({ section }: { section: string | undefined }) {
  const navigate = useNavigate()
  const isHome = section === 'dashboard'
  return (
    <header className="flex min-h-[60px] flex-wrap items-center gap-x-3 gap-y-2 px-6 py-2 max-sm:gap-x-2 max-sm:px-4 max-lg:border-line max-lg:border-b max-lg:bg-surface">
      <NavigationDrawer section={section} />
      {!isHome && (
        <Button look="quiet" small className="max-sm:min-h-11 max-sm:px-3" onClick={() => navigate('/')}>
          <Icon of={backIcon} size={16} />
          {section ? 'Back to Home' : 'Back to Admin Panel'}
        </Button>
      )}
      <div className="ml-auto">
        <UserMenu />
      </div>
    </header>
  )
}

/** The navigation where there is no room for it at the side. */
function NavigationDrawer({ section }: { section: string | undefined }) {
  const drawer = useRef<HTMLDialogElement>(null)
  const close = () => drawer.current?.close()
  return (
    <div className="lg:hidden">
      <button
        type="button"
        className="grid size-11 cursor-pointer place-items-center rounded border border-line-strong"
        aria-label="Sections"
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <Icon of={menuIcon} size={20} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the key for closing is Escape, which the element handles itself */}
      <dialog
        ref={drawer}
        className="dialog nav-drawer on-slate"
        aria-label="Sections"
        onClick={({ target }) => target === drawer.current && close()}
      >
        <div className="relative min-h-full py-5">
          <button
            type="button"
            className="absolute top-3 right-2 grid size-11 cursor-pointer place-items-center rounded"
            aria-label="Close"
            onClick={close}
          >
            <Icon of={closeIcon} size={20} />
          </button>
          <Navigation current={section} onFollow={close} />
        </div>
      </dialog>
    </div>
  )
}
