import type { ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'
import { alertIcon, checkIcon } from './icons/status.tsx'

const kinds = {
  success: { role: 'status', icon: checkIcon, border: 'border-gain', text: 'text-gain' },
  warning: { role: 'status', icon: alertIcon, border: 'border-warn', text: 'text-warn' },
  error: { role: 'alert', icon: alertIcon, border: 'border-loss', text: 'text-loss' },
}

interface BannerProps {
  kind: keyof typeof kinds
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** The result of an action, announced immediately by screen readers. Focusable. */
export function Banner({ kind, children, ref }: BannerProps) {
  const { role, icon, border, text } = kinds[kind]
  return (
    <div
      ref={ref}
      role={role}
      tabIndex={-1}
      className={`flex gap-3 rounded border border-l-[3px] bg-paper p-4 text-[0.9375rem] leading-normal outline-none ${border}`}
    >
      <Icon path={icon} size={20} className={`mt-px ${text}`} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
