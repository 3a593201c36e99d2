import { type ReactNode, useId, useState } from 'react'
import { Button } from './Button.tsx'

interface PhoneFoldProps {
  /** Of the button. */
  label: string
  /** Open from the start, because something in it is in use. */
  isOpen?: boolean
  /** Of the part around the button. */
  className?: string
  children: ReactNode
}

/** Content that a phone shows on demand, so that what follows is near; wider screens and paper always show it. */
export function PhoneFold({ label, isOpen = false, className = '', children }: PhoneFoldProps) {
  const [open, setOpen] = useState(isOpen)
  const id = useId()
  return (
    <>
      <p className={`sm:hidden print:hidden ${className}`}>
        <Button look="quiet" small aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {label}
        </Button>
      </p>
      <div id={id} className={open ? 'contents' : 'max-sm:hidden sm:contents print:contents'}>
        {children}
      </div>
    </>
  )
}
