import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

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

/** A button that opens a small popup below it. Escape, a press elsewhere and the focus leaving close it. */
export function Popup({ label, className, panelClassName = '', children }: PopupProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => setOpen(false)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    close()
    button.current?.focus()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape and the focus leaving; it is not a control
    <div className="relative" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      <div
        id={id}
        hidden={!open}
        // Focusable, so that a press on its background does not close it.
        tabIndex={-1}
        className={`absolute right-0 z-20 mt-1 rounded border border-line-strong bg-surface py-1.5 shadow-float outline-none ${panelClassName}`}
      >
        {children(close)}
      </div>
    </div>
  )
}
