import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useState } from 'react'
import { Icon } from './Icon.tsx'
import { menuIcon } from './icons/account.tsx'
import { closeIcon } from './icons/status.tsx'
import './modal.css'

interface DrawerProps {
  /** The accessible name of the button and of the drawer. */
  label: string
  /** Classes of the drawer, such as its colors. */
  className?: string
  /** Content of the drawer; `close` closes it. */
  children: (close: () => void) => ReactNode
}

const button = 'grid size-11 cursor-pointer place-items-center rounded'

/** A menu button that opens a modal sheet at the left edge. */
export function Drawer({ label, className = '', children }: DrawerProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen} modal="trap-focus">
      <Dialog.Trigger className={`${button} border border-line-strong`} aria-label={label}>
        <Icon path={menuIcon} size={20} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className={`dialog dialog-drawer ${className}`} aria-label={label}>
          <div className="relative min-h-full py-5">
            <Dialog.Close className={`${button} absolute top-3 right-2`} aria-label="Close">
              <Icon path={closeIcon} size={20} />
            </Dialog.Close>
            {children(() => setOpen(false))}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
