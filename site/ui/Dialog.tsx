import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, startTransition, useRef } from 'react'
import { DialogButton, DialogLayout, headingClass } from './DialogLayout.tsx'
import { Icon } from './Icon.tsx'
import { closeIcon } from './icons/status.tsx'
import './modal.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** Called before the user closes the dialog by any means; if it returns false, the dialog stays open. */
  mayClose?: () => boolean
  /** Called when the dialog stayed open. */
  onStay?: () => void
  title: string
  /** A line above the title. */
  kicker?: string | undefined
  /** Form width, or wider for reading. */
  size?: 'form' | 'wide' | undefined
  children: ReactNode
}

/** The second click of a double click belongs to the target of the first. */
const isSecondPress = ({ reason, event }: Base.Root.ChangeEventDetails) =>
  reason === 'outside-press' && 'detail' in event && event.detail > 1

/**
 * A modal dialog that may refuse to close, for the panel. The first field marked `data-autofocus` is focused, or else
 * the title. The content is unmounted when it closes.
 */
export function Dialog({
  open,
  onClose,
  mayClose = () => true,
  onStay,
  title,
  kicker,
  size = 'form',
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element>(null)

  const startFocus = () => {
    if (!popup.current?.contains(document.activeElement)) opener.current = document.activeElement
    return popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current
  }
  const endFocus = () => {
    // Same as the native element: `useRestoredFocus` moves the focus if the opener cannot take it.
    setTimeout(() => document.dispatchEvent(new Event('close')))
    return opener.current?.isConnected ?? true
  }

  return (
    <Base.Root
      open={open}
      // The style sheet prevents the page from scrolling and reserves the scroll bar's space.
      modal="trap-focus"
      onOpenChange={(_, details) => {
        if (!isSecondPress(details) && mayClose()) return startTransition(onClose)
        details.cancel()
        if (!isSecondPress(details)) onStay?.()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" forceRender />
        <Base.Popup
          ref={popup}
          className={`dialog dialog-${size}`}
          initialFocus={startFocus}
          finalFocus={endFocus}
        >
          <DialogLayout
            heading={
              <Base.Title ref={heading} tabIndex={-1} className={headingClass}>
                {title}
              </Base.Title>
            }
            kicker={kicker}
            close={
              <Base.Close render={<DialogButton label="Close" />}>
                <Icon path={closeIcon} size={20} />
              </Base.Close>
            }
          >
            {children}
          </DialogLayout>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
