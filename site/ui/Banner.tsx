import type { ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'
import { alertIcon, checkIcon } from './icons/signs.tsx'

interface BannerProps {
  kind: 'success' | 'error'
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** How something went, told at once to everybody. Can be given the focus. */
export function Banner({ kind, children, ref }: BannerProps) {
  const failed = kind === 'error'
  return (
    <div
      ref={ref}
      role={failed ? 'alert' : 'status'}
      tabIndex={-1}
      className={`flex gap-3 rounded border border-l-[3px] bg-paper p-4 text-[0.9375rem] leading-normal outline-none ${
        failed ? 'border-loss' : 'border-gain'
      }`}
    >
      <Icon
        of={failed ? alertIcon : checkIcon}
        size={20}
        className={`mt-px ${failed ? 'text-loss' : 'text-gain'}`}
      />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
