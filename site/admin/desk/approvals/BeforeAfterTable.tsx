import type { ApprovalRequestDetail } from '#contract/desk/approvals'
import { type FieldChange, listFieldChanges } from '#site/admin/kit/approvals/approval-labels.ts'

/** Rows of one request shown at first. The export has them all, so there is no second page. */
const ROWS_SHOWN = 50

/** On a phone, both values are below the field name; beside it, an amount would wrap in the middle. */
const onPhone = 'max-sm:grid max-sm:grid-cols-[4rem_minmax(0,1fr)] max-sm:items-baseline max-sm:gap-x-3'

/** Every row of an approval request before and after the change, in words. */
export function BeforeAfterTable({ request }: { request: ApprovalRequestDetail }) {
  const { changes, people } = request
  return (
    <div className="grid gap-5">
      {changes.slice(0, ROWS_SHOWN).map((change, at) => (
        <section key={`${change.entity} ${change.entity_id ?? at}`} className="min-w-0">
          {changes.length > 1 && (
            <h4 className="mb-2 text-[0.9375rem] font-medium wrap-anywhere">
              {change.subject?.name ?? `Record ${at + 1}`}
            </h4>
          )}
          <Fields
            changes={listFieldChanges(change, people)}
            isNew={change.before === null}
            isGone={change.after === null}
          />
        </section>
      ))}
      {changes.length > ROWS_SHOWN && (
        <p className="text-ink-2">{changes.length - ROWS_SHOWN} more records change in the same way.</p>
      )}
    </div>
  )
}

const heads = 'w-[28%] py-2 text-left text-[0.8125rem] font-normal text-ink-3'

function Fields({
  changes,
  isNew,
  isGone,
}: {
  changes: readonly FieldChange[]
  isNew: boolean
  isGone: boolean
}) {
  return (
    <table className="w-full table-fixed text-[0.9375rem] max-sm:block">
      <caption className="visually-hidden">Before and after</caption>
      <thead className="max-sm:hidden">
        <tr className="border-line-strong border-b">
          <th scope="col" className={`${heads} pr-3`}>
            Field
          </th>
          <th scope="col" className={`${heads} px-2`}>
            Before
          </th>
          <th scope="col" className={`${heads} pl-2`}>
            After
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {changes.map(({ name, label, before, after, differs }) => (
          <tr key={name} className="border-line border-b align-top max-sm:block max-sm:py-2">
            <th
              scope="row"
              className="py-2 pr-3 text-left font-normal text-ink-2 wrap-anywhere max-sm:block max-sm:py-0.5"
            >
              {label}
            </th>
            <Value title="Before" text={before} missing={isNew ? 'New record' : '–'} isMarked={false} />
            <Value
              title="After"
              text={after}
              missing={isGone ? 'Deleted' : '–'}
              isMarked={differs && after !== undefined && before !== undefined}
            />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ValueProps {
  title: 'Before' | 'After'
  text: string | undefined
  missing: string
  isMarked: boolean
}

function Value({ title, text, missing, isMarked }: ValueProps) {
  return (
    <td className={`px-2 py-2 whitespace-pre-wrap wrap-anywhere max-sm:px-0 max-sm:py-0.5 ${onPhone}`}>
      <span className="hidden text-[0.8125rem] text-ink-3 max-sm:inline">{title}</span>
      <span>
        {text === undefined ? (
          <span className="text-ink-3">{missing}</span>
        ) : isMarked ? (
          <mark className="bg-primary/20 text-ink">{text}</mark>
        ) : (
          text
        )}
      </span>
    </td>
  )
}
