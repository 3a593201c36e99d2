import type { AuditEntry } from '#contract/platform/audit'
import { type ComparedField, compareVersions } from './compare-versions.ts'

/** What an entry changed, field by field, or the values of its only version, with its action, request and hash. */
export function AuditEntryDetail({ entry }: { entry: AuditEntry }) {
  const all = compareVersions(entry.before, entry.after)
  const fields = all.filter(({ differs }) => differs)
  return (
    <div className="grid gap-4 text-ink">
      {fields.length > 0 ? (
        <VersionComparison fields={fields} />
      ) : (
        <p className="text-ink-2">No record was changed.</p>
      )}
      {fields.length > 0 && all.length > fields.length && (
        <p className="text-[0.8125rem] text-ink-3">Unchanged fields: {all.length - fields.length}</p>
      )}
      <dl className="grid gap-x-6 gap-y-1 text-[0.8125rem] text-ink-2 sm:grid-cols-[auto_1fr]">
        <dt>Entry</dt>
        <dd className="num">{entry.id}</dd>
        <dt>Action</dt>
        <dd className="num wrap-anywhere">
          {[entry.action, entry.entity, entry.entity_id].filter((part) => part !== '').join(' ')}
        </dd>
        <dt>Request</dt>
        <dd className="num wrap-anywhere">{entry.request_id || '–'}</dd>
        <dt>Hash</dt>
        <dd className="num wrap-anywhere">{entry.hash}</dd>
      </dl>
    </div>
  )
}

/** Fields of two versions side by side. */
export function VersionComparison({ fields }: { fields: ComparedField[] }) {
  return (
    <div className="versions grid gap-px border border-line bg-line text-[0.875rem] max-sm:grid-cols-1">
      <div className="grid grid-cols-[minmax(6rem,1fr)_minmax(0,2fr)_minmax(0,2fr)] gap-px max-sm:hidden">
        {['Field', 'Before', 'After'].map((title) => (
          <span key={title} className="bg-surface px-3 py-1.5 text-[0.8125rem] text-ink-3">
            {title}
          </span>
        ))}
      </div>
      <ul className="grid gap-px">
        {fields.map((field) => (
          <li
            key={field.name}
            className="grid gap-px sm:grid-cols-[minmax(6rem,1fr)_minmax(0,2fr)_minmax(0,2fr)]"
            data-differs={field.differs || undefined}
          >
            <span className="num bg-surface px-3 py-1.5 text-[0.8125rem] wrap-anywhere">
              {field.name || 'value'}
              {field.differs && (
                <span className="ml-2 inline-block whitespace-nowrap text-warn">changed</span>
              )}
            </span>
            <Value title="Before" text={field.before} differs={field.differs} />
            <Value title="After" text={field.after} differs={field.differs} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Value({ title, text, differs }: { title: string; text: string | undefined; differs: boolean }) {
  return (
    <span className="bg-surface px-3 py-1.5 whitespace-pre-wrap wrap-anywhere">
      <span className="mr-2 text-[0.75rem] text-ink-3 sm:sr-only">{title}: </span>
      {text === undefined ? (
        <span className="text-ink-3">–</span>
      ) : differs ? (
        <mark className="bg-primary/20 text-ink">{text || '(empty)'}</mark>
      ) : (
        <span className="text-ink-2">{text || '(empty)'}</span>
      )}
    </span>
  )
}
