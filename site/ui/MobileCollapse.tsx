import { type ReactNode, useId, useState } from 'react'
import { Button } from './Button.tsx'

interface PhoneFoldProps {
  /** Label of the button. */
  label: string
  /** Initially open because something in it is in use. */
  isOpen?: boolean
  /** Classes of the surrounding part. */
  className?: string
  children: ReactNode
}

/**
 * Content that a phone shows on demand, so that what follows is within reach; wider screens and print always show it.
 */
export function MobileCollapse({ label, isOpen = false, className = '', children }: PhoneFoldProps) {
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
