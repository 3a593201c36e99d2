import { useStore } from '@nanostores/react'
import { use } from 'react'
import { $siteName } from '#core/query/platform/site-settings'
import { BrandContext } from './brand-context.ts'

/** The site's name from the settings. */
export function useSiteName(): string {
  const name = useStore($siteName)
  return name ?? use(BrandContext)?.brand ?? ''
}

/** The logo and the site's name. */
export function Brand() {
  const name = useSiteName()
  const mark = use(BrandContext)?.mark
  return (
    <span className="flex min-w-0 items-center gap-3 font-serif text-[1.25rem] leading-tight font-semibold tracking-[-0.015em]">
      {mark && (
        <svg
          className="flex-none"
          width={22}
          height={22}
          viewBox={`0 0 ${mark.size} ${mark.size}`}
          fill="none"
          strokeWidth={mark.strokeWidth}
          aria-hidden="true"
        >
          <path d={mark.far} stroke="var(--primary)" />
          <path d={mark.near} stroke="currentColor" />
        </svg>
      )}
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </span>
  )
}
