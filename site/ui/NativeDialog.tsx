import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useRef,
} from 'react'
import { DialogButton, DialogFrame, headingLook } from './DialogFrame.tsx'
import { Icon } from './Icon.tsx'
import { closeIcon } from './icons/signs.tsx'

/** `keyCode` of the key. */
const ESCAPE = 27

interface NativeDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** A line above the title. */
  kicker?: string | undefined
  /** Of the width of a form, wider for reading, or as large as the window. */
  size?: 'form' | 'wide' | 'full'
  /** Buttons beside the close button. */
  tools?: ReactNode
  children: ReactNode
}

/**
 * A modal dialog on the native element, which traps the focus, restores it on closing and handles Escape, without a
 * library: for public pages and the investor area. The first field marked `data-autofocus` is focused, else the title.
 * The page behind does not scroll while it is open: `html:has(dialog:modal)` in the style sheet. The content stays
 * mounted when it closes, so that typed text is not lost.
 */
export function NativeDialog({
  open: isWanted,
  onClose,
  title,
  kicker,
  size = 'form',
  tools,
  children,
}: NativeDialogProps) {
  // The browser lays out the whole page again for a modal element: the press is answered before.
  const open = useDeferredValue(isWanted, false)
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)

  useEffect(() => {
    const element = dialog.current
    if (!element || open === element.open) return
    if (!open) return element.close()
    element.showModal()
    // Not one selector for both: it would match the title, which comes first.
    const first = element.querySelector<HTMLElement>('[data-autofocus]')
    const start = first ?? element.querySelector<HTMLElement>('h2')
    start?.focus()
  }, [open])

  // The press is answered before what the dialog is in is rendered again.
  const close = () => startTransition(onClose)

  // Another key may go up first where the window lost the focus meanwhile.
  const release = ({ keyCode }: { keyCode: number }) => {
    if (keyCode === ESCAPE) close()
  }
  // The browser would close it while the key goes down, and style the whole page anew before it answers the key.
  const closeOnRelease = (event: KeyboardEvent<HTMLDialogElement>) => {
    // The code is another one while an input method composes, which the key cancels.
    if (event.keyCode !== ESCAPE || event.defaultPrevented) return
    event.preventDefault()
    event.currentTarget.addEventListener('keyup', release, { once: true })
  }

  // A drag that starts on text and ends outside selects; only a press that also starts outside closes.
  const isOutside = (event: MouseEvent) => event.target === dialog.current

  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${size}`}
      aria-label={title}
      onKeyDown={closeOnRelease}
      onClose={close}
      onMouseDown={(event) => {
        // The second press of a double click belongs to the target of the first.
        pressedOutside.current = isOutside(event) && event.detail < 2
      }}
      onClick={(event) => pressedOutside.current && isOutside(event) && close()}
    >
      <DialogFrame
        heading={
          <h2 tabIndex={-1} className={headingLook}>
            {title}
          </h2>
        }
        kicker={kicker}
        tools={tools}
        close={
          <DialogButton label="Close" onClick={close}>
            <Icon of={closeIcon} size={20} />
          </DialogButton>
        }
      >
        {children}
      </DialogFrame>
    </dialog>
  )
}
