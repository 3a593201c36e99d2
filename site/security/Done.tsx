import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '#ui/Banner'
import { LinkButton } from '#ui/Button'

interface DoneProps {
  children: ReactNode
  /** The next step. */
  to?: { label: string; href: string }
}

/** What a link has done, announced and focused, and where to go from there. */
export function Done({ children, to }: DoneProps) {
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
