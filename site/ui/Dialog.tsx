import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { closeIcon } from './icons/signs.tsx'
import './dialog.css'
import { Icon } from './Icon.tsx'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** Called before the reader closes it by a press outside or by the button; on false it stays open. */
  mayClose?: (() => boolean) | undefined
  /** Called when it stayed open. */
  onKept?: (() => void) | undefined
  title: string
  /** A line above the title. */
  kicker?: string | undefined
  /** Fills the whole window. */
  fullscreen?: boolean
  /** Wider than for a form, for reading. */
  wide?: boolean
  /** Buttons beside the close button. */
  tools?: ReactNode
  children: ReactNode
}

/**
 * A modal dialog on the native element, which traps the focus, restores it on closing and handles Escape. The first
 * field marked `data-autofocus` is focused, else the title. The page behind does not scroll while it is open:
 * `html:has(dialog:modal)` in the style sheet. The content stays mounted when it closes, so that typed text is not
 * lost.
 */
export function Dialog({
  open,
  onClose,
  mayClose = () => true,
  onKept,
  title,
  kicker,
  fullscreen = false,
  wide = false,
  tools,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()

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

  // A drag that starts on text and ends outside selects; only a press that also starts outside closes.
  const isOutside = (event: MouseEvent) => event.target === dialog.current

  const close = () => (mayClose() ? onClose() : onKept?.())

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, which the element handles natively
    <dialog
      ref={dialog}
      className={`dialog ${fullscreen ? 'dialog-full' : wide ? 'dialog-wide' : ''}`}
      aria-labelledby={titleId}
      // React bubbles the close event of an inner dialog to the outer one, which stays open.
      onClose={({ target }) => target === dialog.current && onClose()}
      onMouseDown={(event) => {
        // The second press of a double click belongs to the target of the first.
        pressedOutside.current = isOutside(event) && event.detail < 2
      }}
      onClick={(event) => pressedOutside.current && isOutside(event) && close()}
    >
      <div className="flex min-h-full flex-col">
        <header className="sticky top-0 z-10 flex items-start gap-4 border-line border-b bg-surface py-4 pr-3 pl-6 max-sm:pl-4">
          <div className="min-w-0 flex-1 py-1">
            {kicker && <p className="kicker mb-2">{kicker}</p>}
            <h2
              id={titleId}
              tabIndex={-1}
              className="text-[1.375rem] leading-tight outline-none wrap-anywhere"
            >
              {title}
            </h2>
          </div>
          {tools}
          <DialogButton label="Close" onClick={close}>
            <Icon of={closeIcon} size={20} />
          </DialogButton>
        </header>
        <div className={`flex-1 p-6 max-sm:p-4 ${fullscreen ? 'flex flex-col' : ''}`}>{children}</div>
      </div>
    </dialog>
  )
}

interface DialogButtonProps {
  label: string
  onClick: () => void
  children: ReactNode
}

/** A square button with an icon, for a dialog's header. */
export function DialogButton({ label, onClick, children }: DialogButtonProps) {
  return (
    <button
      type="button"
      className="grid size-10 flex-none cursor-pointer place-items-center rounded text-ink-2 hover:bg-sunken hover:text-ink"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
