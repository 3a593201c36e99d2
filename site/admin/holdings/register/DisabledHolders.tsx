import { formatCountOf } from '#core/format/format'

/** Notes that some holders' accounts are disabled, and that they are paid too. */
export function DisabledHolders({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="border-line border-b px-[22px] py-3.5 text-[0.9375rem] text-warn max-sm:px-4">
      {formatCountOf(count, 'holder')} {count === 1 ? 'is' : 'are'} inactive and will be paid.
    </p>
  )
}
