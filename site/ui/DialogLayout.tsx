import type { ComponentProps, ReactNode } from 'react'
import './dialog.css'

interface DialogFrameProps {
  /** The `h2`, with `headingClass`. */
  heading: ReactNode
  /** A line above the heading. */
  kicker?: string | undefined
  /** Buttons beside the close button. */
  tools?: ReactNode
  close: ReactNode
  children: ReactNode
}

export const headingClass = 'text-[1.375rem] leading-tight outline-none wrap-anywhere'

/** The layout of every dialog: a header that stays in view, with the content below. */
export function DialogLayout({ heading, kicker, tools, close, children }: DialogFrameProps) {
  return (
    <div className="flex min-h-full flex-col">
      <header className="sticky top-0 z-10 flex items-start gap-4 border-line border-b bg-surface py-4 pr-3 pl-6 max-sm:pl-4">
        <div className="min-w-0 flex-1 py-1">
          {kicker && <p className="kicker mb-2">{kicker}</p>}
          {heading}
        </div>
        {tools}
        {close}
      </header>
      <div className="flex flex-1 flex-col p-6 max-sm:p-4">{children}</div>
    </div>
  )
}

/** A square icon button for a dialog's header. */
export function DialogButton({ label, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      {...rest}
      type="button"
      className="grid size-10 flex-none cursor-pointer place-items-center rounded text-ink-2 hover:bg-sunken hover:text-ink"
      aria-label={label}
      title={label}
    />
  )
}
