import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '#ui/Banner'
import { LinkButton } from '#ui/Button'

interface DoneProps {
  children: ReactNode
  /** The next step. */
  to?: { label: string; href: string }
}

/** The result of a link, announced and focused, and where to go from there. */
export function SuccessMessage({ children, to }: DoneProps) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  return (
    <div className="grid gap-5">
      <Banner kind="success" ref={banner}>
        {children}
      </Banner>
      {to && (
        <LinkButton href={to.href} className="w-full">
          {to.label}
        </LinkButton>
      )}
    </div>
  )
}
