import { type ReactNode, useEffect } from 'react'
import { formatCountOf } from '#core/format/format'
import type { ApprovedWrite } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'

/** Preview of an action on several rows. */
export interface BulkActionPreview<Row> {
  title: string
  /** The button label without its number: 'Close'. */
  verb: string
  look?: 'primary' | 'danger'
  affectedRows: readonly Row[]
  /** The rows that stay as they are, and why: 'closed already'. */
  unchangedRows: readonly { rows: readonly Row[]; why: string }[]
  /** What happens to the rows that change, shown after their names. */
  effect: ReactNode
  /** Asks for one reason for all rows; see `ConfirmDialog`. */
  takesReason?: boolean | 'required'
  /** Warns that approval may be needed; see `ConfirmDialog`. */
  approval?: ApprovedWrite
}

/** What the rows of a list are called. */
interface Naming<Row> {
  /** Singular: 'ticket'. */
  singularLabel: string
  nameOf: (row: Row) => string
}

/** Maximum number of rows named in a question. */
const NAMED = 3

/** `Ada Reyes, Bo Lind and 4 more users`. */
function describeRows<Row>(rows: readonly Row[], { singularLabel, nameOf }: Naming<Row>): string {
  const names = rows.slice(0, NAMED).map(nameOf).join(', ')
  const others = rows.length - NAMED
  return others > 0 ? `${names} and ${formatCountOf(others, `more ${singularLabel}`)}` : names
}

interface BulkQuestionProps<Row, Plan extends BulkActionPreview<Row>> extends Naming<Row> {
  /** Undefined while the dialog is closed. */
  plan: Plan | undefined
  onClose: () => void
  /** Performs the action on the rows that change; a failure is shown as a toast, as for every bulk action. */
  run: (plan: Plan, said: { reason?: string }) => Promise<void>
}

/** Previews an action on several rows and the rows that stay as they are; the rows succeed or fail together. */
export function BulkActionDialog<Row, Plan extends BulkActionPreview<Row>>({
  plan,
  onClose,
  run,
  ...naming
}: BulkQuestionProps<Row, Plan>) {
  return (
    <ConfirmDialog
      target={plan && { plan, naming }}
      onClose={onClose}
      title={plan?.title ?? ''}
      action={`${plan?.verb ?? ''} ${formatCountOf(plan?.affectedRows.length ?? 0, naming.singularLabel)}`}
      busy="Saving..."
      look={plan?.look ?? 'primary'}
      takesReason={plan?.takesReason}
      approval={plan?.approval}
      run={(target, said) => run(target.plan, said)}
      onDone={() => {}}
      onOutdated={() => {}}
      failure="No changes were made"
      check={Stays<Row>}
    >
      {({ plan: { affectedRows, effect } }) =>
        affectedRows.length === 0 ? (
          'Nothing to change.'
        ) : (
          <>
            <strong className="font-medium">{describeRows(affectedRows, naming)}</strong> {effect}
          </>
        )
      }
    </ConfirmDialog>
  )
}

interface StaysProps<Row> {
  target: { plan: BulkActionPreview<Row>; naming: Naming<Row> }
  allow: (isAllowed: boolean) => void
}

/** The rows that stay as they are, and why; if no row would change, there is nothing to confirm. */
function Stays<Row>({ target: { plan, naming }, allow }: StaysProps<Row>) {
  const isAllowed = plan.affectedRows.length > 0
  useEffect(() => allow(isAllowed), [allow, isAllowed])
  const staying = plan.unchangedRows.filter(({ rows }) => rows.length > 0)
  return (
    <div className="grid gap-4 text-[0.9375rem] empty:hidden">
      <AllRows
        label={`Show all ${formatCountOf(plan.affectedRows.length, naming.singularLabel)}`}
        rows={plan.affectedRows}
        {...naming}
      />
      {staying.map(({ rows, why }) => (
        <div key={why} className="grid gap-2 text-ink-2">
          <p>
            {formatCountOf(rows.length, naming.singularLabel)} will not change ({why}):{' '}
            {describeRows(rows, naming)}.
          </p>
          <AllRows label={`Show all unchanged (${why})`} rows={rows} {...naming} />
        </div>
      ))}
    </div>
  )
}

interface AllRowsProps<Row> extends Naming<Row> {
  label: string
  rows: readonly Row[]
}

/** Every row by name, collapsed; nothing if the question already names them all. */
function AllRows<Row>({ label, rows, nameOf }: AllRowsProps<Row>) {
  if (rows.length <= NAMED) return null
  return (
    <details>
      <summary className="cursor-pointer underline underline-offset-2">{label}</summary>
      <section
        className="mt-2 max-h-60 overflow-y-auto rounded border border-line bg-paper px-4 py-2"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: many names scroll by keyboard too
        tabIndex={0}
      >
        <ol className="list-inside list-decimal">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an open question stay as they are
            <li key={index} className="py-0.5 wrap-anywhere">
              {nameOf(row)}
            </li>
          ))}
        </ol>
      </section>
    </details>
  )
}
