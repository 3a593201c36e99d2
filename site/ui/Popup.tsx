import { Popover } from '@base-ui/react/popover'
import { type ReactNode, startTransition, useId, useState } from 'react'

interface PopupProps {
  /** Content of the button. */
  label: ReactNode
  /** Classes of the button. */
  className: string
  /** Classes of the popup, in addition to its border. */
  panelClassName?: string
  /** Content of the popup; `close` closes it. */
  children: (close: () => void) => ReactNode
}

/**
 * A button that opens a small popup below it. The focus stays on the button; Tab moves it into the popup. Escape, a
 * press elsewhere or losing the focus closes it.
 */
export function Popup({ label, className, panelClassName = '', children }: PopupProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    // The press is acknowledged before the popup is positioned.
    <Popover.Root open={open} onOpenChange={(next) => startTransition(() => setOpen(next))}>
      <Popover.Trigger id={id} className={className}>
        {label}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="z-50" align="end" sideOffset={4}>
          <Popover.Popup
            initialFocus={false}
            aria-labelledby={id}
            className={`rounded border border-line-strong bg-surface py-1.5 shadow-float outline-none ${panelClassName}`}
          >
            {children(() => setOpen(false))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
