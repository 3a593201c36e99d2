import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useRef,
} from 'react'
import { DialogButton, DialogLayout, headingClass } from './DialogLayout.tsx'
import { Icon } from './Icon.tsx'
import { closeIcon } from './icons/status.tsx'

/** `keyCode` of the key. */
const ESCAPE = 27

interface NativeDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** A line above the title. */
  kicker?: string | undefined
  /** Form width, wider for reading, or as large as the window. */
  size?: 'form' | 'wide' | 'full'
  /** Buttons beside the close button. */
  tools?: ReactNode
  children: ReactNode
}

/**
 * A modal dialog based on the native element, which traps and restores the focus and handles Escape without a library;
 * for public pages and the investor area. The first field marked `data-autofocus` is focused, or else the title. The
 * page behind does not scroll while the dialog is open: `html:has(dialog:modal)` in the style sheet. The content stays
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
  // The browser lays out the whole page again for a modal element, so the press is acknowledged first.
  const open = useDeferredValue(isWanted, false)
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)

  useEffect(() => {
    const element = dialog.current
    if (!element || open === element.open) return
    if (!open) return element.close()
    element.showModal()
    // Not combined into one selector, which would match the title because it comes first.
    const first = element.querySelector<HTMLElement>('[data-autofocus]')
    const start = first ?? element.querySelector<HTMLElement>('h2')
    start?.focus()
  }, [open])

  // The press is acknowledged before the dialog's surroundings are rerendered.
  const close = () => startTransition(onClose)

  // Another key may be released first if the window lost the focus meanwhile.
  const release = ({ keyCode }: { keyCode: number }) => {
    if (keyCode === ESCAPE) close()
  }
  // The browser would close it on keydown and restyle the whole page before responding to the key.
  const closeOnRelease = (event: KeyboardEvent<HTMLDialogElement>) => {
    // The code differs while an input method is composing, which the key cancels.
    if (event.keyCode !== ESCAPE || event.defaultPrevented) return
    event.preventDefault()
    event.currentTarget.addEventListener('keyup', release, { once: true })
  }

  // A drag that starts on text and ends outside is a selection; only a press that also starts outside closes the
  // dialog.
  const isOutside = (event: MouseEvent) => event.target === dialog.current

  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${size}`}
      aria-label={title}
      onKeyDown={closeOnRelease}
      onClose={close}
      onMouseDown={(event) => {
        // The second click of a double click belongs to the target of the first.
        pressedOutside.current = isOutside(event) && event.detail < 2
      }}
      onClick={(event) => pressedOutside.current && isOutside(event) && close()}
    >
      <DialogLayout
        heading={
          <h2 tabIndex={-1} className={headingClass}>
            {title}
          </h2>
        }
        kicker={kicker}
        tools={tools}
        close={
          <DialogButton label="Close" onClick={close}>
            <Icon path={closeIcon} size={20} />
          </DialogButton>
        }
      >
        {children}
      </DialogLayout>
    </dialog>
  )
}
