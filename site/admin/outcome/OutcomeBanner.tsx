import { Banner } from '#ui/Banner'

export interface Outcome {
  kind: 'success' | 'error'
  message: string
  /** Why it failed, where there is more to say. */
  reason?: string | undefined
}

/** How a change in place went, above the list it was made in; nothing before the first one. */
export function OutcomeBanner({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return null
  const { kind, message, reason } = outcome
  return (
    <Banner kind={kind}>
      <p className={kind === 'error' ? 'font-medium' : ''}>{message}</p>
      {reason && <p className="text-ink-2">{reason}</p>}
    </Banner>
  )
}
