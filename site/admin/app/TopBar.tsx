import { useNavigate } from 'react-router'
import { CommandPaletteButton } from '#site/admin/desk/command-palette/CommandPaletteButton.tsx'
import { InactiveApprovalButton } from '#site/admin/kit/approvals/InactiveApproval.tsx'
import { Button } from '#ui/Button'
import { Drawer } from '#ui/Drawer'
import { Icon } from '#ui/Icon'
import { backIcon } from '#ui/icons/account'
import { Navigation } from './Navigation.tsx'
import { UserMenu } from './UserMenu.tsx'

/** The bar above a section: the back link, the phone navigation, the palette and the account menu. */
export function TopBar({ section }: { section: string | undefined }) {
  const navigate = useNavigate()
  const isHome = section === 'dashboard'
  return (
    <header className="flex min-h-[60px] flex-wrap items-center gap-x-3 gap-y-2 px-6 py-2 max-sm:gap-x-2 max-sm:px-4 max-lg:border-line max-lg:border-b max-lg:bg-surface">
      {/* The navigation if there is no room for it at the side. */}
      <div className="lg:hidden">
        {/* Closed when the section changes, including through the Back button. */}
        <Drawer key={section} label="Sections" className="on-slate bg-slate text-on-slate">
          {(close) => <Navigation current={section} onFollow={close} />}
        </Drawer>
      </div>
      {!isHome && (
        <Button look="quiet" small className="max-sm:min-h-11 max-sm:px-3" onClick={() => navigate('/')}>
          <Icon path={backIcon} size={16} />
          {/* On a phone, the whole bar is one line. */}
          <span className="max-sm:sr-only">{section ? 'Back to Home' : 'Back to Admin Panel'}</span>
        </Button>
      )}
      {/* Grows to the left of existing content. */}
      <div className="ml-auto">
        <InactiveApprovalButton />
      </div>
      <div className="flex items-center gap-2">
        <CommandPaletteButton />
        <UserMenu />
      </div>
    </header>
  )
}
