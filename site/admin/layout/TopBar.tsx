import { useNavigate } from 'react-router'
import { InactiveApprovalButton } from '#site/admin/approvals/InactiveApproval.tsx'
import { PaletteButton } from '#site/admin/palette/PaletteButton.tsx'
import { Button } from '#ui/Button'
import { Drawer } from '#ui/Drawer'
import { Icon } from '#ui/Icon'
import { backIcon } from '#ui/icons/account'
import { Navigation } from './Navigation.tsx'
import { UserMenu } from './UserMenu.tsx'

/** The bar above a section: the link back, the navigation of a phone, the palette and the account menu. */
export function TopBar({ section }: { section: string | undefined }) {
  const navigate = useNavigate()
  const isHome = section === 'dashboard'
  return (
    <header className="flex min-h-[60px] flex-wrap items-center gap-x-3 gap-y-2 px-6 py-2 max-sm:gap-x-2 max-sm:px-4 max-lg:border-line max-lg:border-b max-lg:bg-surface">
      {/* The navigation where there is no room for it at the side. */}
      <div className="lg:hidden">
        {/* Closed when the section changes, by the Back button too. */}
        <Drawer key={section} label="Sections" className="on-slate bg-slate text-on-slate">
          {(close) => <Navigation current={section} onFollow={close} />}
        </Drawer>
      </div>
      {!isHome && (
        <Button look="quiet" small className="max-sm:min-h-11 max-sm:px-3" onClick={() => navigate('/')}>
          <Icon of={backIcon} size={16} />
          {/* All of the bar is one line on a phone. */}
          <span className="max-sm:sr-only">{section ? 'Back to Home' : 'Back to Admin Panel'}</span>
        </Button>
      )}
      {/* Grows to the left of what is there already. */}
      <div className="ml-auto">
        <InactiveApprovalButton />
      </div>
      <div className="flex items-center gap-2">
        <PaletteButton />
        <UserMenu />
      </div>
    </header>
  )
}
