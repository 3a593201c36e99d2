import { useStore } from '@nanostores/react'
import type { VerificationReview } from '#contract/compliance/admin-verifications'
import { $may } from '#core/session/admin-session'

interface ChecksProps {
  review: VerificationReview
  running: string
  onTick: (id: string, isDone: boolean) => void
}

/** The checklist for this type of investor. */
export function ReviewChecklist({ review: { checks, state }, running, onTick }: ChecksProps) {
  const may = useStore($may)('verify')
  const done = checks.filter(({ is_done }) => is_done).length
  return (
    <section aria-label="Checklist" className="min-w-0">
      <h3 className="mb-3 text-[0.9375rem] font-medium">
        Checklist <span className="font-normal text-ink-3">{`${done} of ${checks.length}`}</span>
      </h3>
      <ul className="grid gap-1">
        {checks.map(({ id, text, is_done }) => (
          <li key={id}>
            <label className="flex min-h-8 items-start gap-2.5 py-1 text-[0.9375rem]">
              <input
                type="checkbox"
                className="mt-1 size-4 flex-none accent-current"
                checked={is_done}
                disabled={!may || state === 'refused' || running !== ''}
                onChange={({ target }) => onTick(id, target.checked)}
              />
              <span className="min-w-0 wrap-anywhere">{text}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  )
}
