import type { WatchlistChanges as Changes } from '#contract/desk/approvals'
import { formatCount } from '#core/format/format'

type Names = Changes['added']

/** The names that a new watchlist adds and removes: how many, and the first of each. */
export function WatchlistChangesTable({ changes: { added, removed } }: { changes: Changes }) {
  return (
    <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
      <Side title="Names added" none="No names added" names={added} />
      <Side title="Names removed" none="No names removed" names={removed} />
    </div>
  )
}

function Side({ title, none, names: { count, names } }: { title: string; none: string; names: Names }) {
  const rest = count - names.length
  return (
    <div className="min-w-0">
      <p className="flex items-baseline justify-between gap-3 border-line-strong border-b pb-2 text-[0.8125rem] text-ink-3">
        {title}
        <span className="num text-[0.9375rem] text-ink">{formatCount(count)}</span>
      </p>
      {count === 0 ? (
        <p className="py-2 text-[0.9375rem] text-ink-2">{none}</p>
      ) : (
        // The height ends mid-row to show that the table scrolls.
        <section
          className="max-h-[19rem] overflow-y-auto"
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
        </section>
      )}
      {rest > 0 && (
        <p className="border-line border-t py-2 text-[0.875rem] text-ink-2">and {formatCount(rest)} more</p>
      )}
    </div>
  )
}
