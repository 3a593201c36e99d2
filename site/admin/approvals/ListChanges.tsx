import type { ListChanges as Changes } from '#contract/approvals'
import { countOf, formatCount } from '#core/format/format'

type Names = Changes['added']

/** The names that come and go with a proposed screening list: how many, and the first of each. */
export function ListChanges({ of: { added, removed } }: { of: Changes }) {
  return (
    <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
      <Side title="New names" none="No name is new" of={added} />
      <Side title="Names that are gone" none="No name is gone" of={removed} />
    </div>
  )
}

/** `12 names are new, 3 are gone`. */
export const describeListChanges = ({ added, removed }: Changes): string =>
  `${countOf(added.count, 'name')} ${isOrAre(added)} new, ${formatCount(removed.count)} ${isOrAre(removed)} gone`

const isOrAre = ({ count }: Names): string => (count === 1 ? 'is' : 'are')

function Side({ title, none, of: { count, names } }: { title: string; none: string; of: Names }) {
  const rest = count - names.length
  return (
    <section className="min-w-0">
      <h4 className="flex items-baseline justify-between gap-3 border-line-strong border-b pb-2 text-[0.8125rem] text-ink-3">
        {title}
        <span className="num text-[0.9375rem] text-ink">{formatCount(count)}</span>
      </h4>
      {count === 0 ? (
        <p className="py-2 text-[0.9375rem] text-ink-2">{none}</p>
      ) : (
        <section
          className="max-h-80 overflow-y-auto"
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: many names scroll by keyboard too
          tabIndex={0}
        >
          <ul>
            {names.map(({ list, entry_id, name, birth_date }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an entry may have a name twice, and the order stays
              <li key={at} className="border-line border-b py-2 text-[0.9375rem] leading-snug">
                <span className="block wrap-anywhere">{name}</span>
                <span className="block text-[0.8125rem] text-ink-2 wrap-anywhere">
                  {[birth_date && `born ${birth_date}`, `${list} ${entry_id}`].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          {rest > 0 && <p className="py-2 text-[0.875rem] text-ink-2">and {formatCount(rest)} more</p>}
        </section>
      )}
    </section>
  )
}
