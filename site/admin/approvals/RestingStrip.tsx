import { useStore } from '@nanostores/react'
import { $may } from '#core/session/admin-session'
import { $isResting } from './waiting.ts'

/** Says that the rule of two rests, to those whom it would hold. */
export function RestingStrip() {
  const isResting = useStore($isResting)
  const may = useStore($may)
  if (!isResting || !may('approve')) return null
  return (
    <section aria-label="Two pairs of eyes" className="border-line border-b bg-sunken">
      <p className="px-6 py-2.5 text-[0.875rem] leading-snug text-ink-2 max-sm:px-4">
        Until a second administrator exists who could approve, you make large transactions, allotments and the
        like alone. The rule of two pairs of eyes rests.
      </p>
    </section>
  )
}
