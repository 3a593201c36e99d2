import { type ReactNode, useEffect } from 'react'
import { countOf } from '#core/format/format'
import type { ApprovedWrite } from '#site/admin/approvals/SecondApproval.tsx'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'

/** What an action on several rows would do, before it is done. */
export interface BulkPlan<Row> {
  title: string
  /** The label of the button without its number: 'Close'. */
  verb: string
  look?: 'primary' | 'danger'
  changing: readonly Row[]
  /** Those that stay as they are, and why: 'closed already'. */
  staying: readonly { rows: readonly Row[]; why: string }[]
  /** What happens to those that change, after their names. */
  effect: ReactNode
  /** Asks for one reason for all; see `ConfirmDialog`. */
  takesReason?: boolean | 'required'
  /** Says that it may wait for a second administrator; see `ConfirmDialog`. */
  approval?: ApprovedWrite
}

/** How the rows of a list are called. */
interface Naming<Row> {
  /** One of them: 'ticket'. */
  one: string
  nameOf: (row: Row) => string
}

/** Rows that a question names. */
const NAMED = 3

/** `Ada Reyes, Bo Lind and 4 more users`. */
function describeRows<Row>(rows: readonly Row[], { one, nameOf }: Naming<Row>): string {
  const names = rows.slice(0, NAMED).map(nameOf).join(', ')
  const others = rows.length - NAMED
  return others > 0 ? `${names} and ${countOf(others, `more ${one}`)}` : names
}

interface BulkQuestionProps<Row, Plan extends BulkPlan<Row>> extends Naming<Row> {
  /** Undefined while the dialog is closed. */
  plan: Plan | undefined
  onClose: () => void
  /** Does it for those that change; a failure is shown as a toast, as for every action on several rows. */
  run: (plan: Plan, said: { reason?: string }) => Promise<void>
}

/** Says what an action on several rows would do and which of them stay as they are; the rows succeed or fail together. */
export function BulkQuestion<Row, Plan extends BulkPlan<Row>>({
  plan,
  onClose,
  run,
  ...naming
}: BulkQuestionProps<Row, Plan>) {
  return (
    <ConfirmDialog
      of={plan && { plan, naming }}
      onClose={onClose}
      title={plan?.title ?? ''}
      action={`${plan?.verb ?? ''} ${countOf(plan?.changing.length ?? 0, naming.one)}`}
      busy="Saving..."
      look={plan?.look ?? 'primary'}
      takesReason={plan?.takesReason}
      approval={plan?.approval}
      run={(target, said) => run(target.plan, said)}
      onDone={() => {}}
      onOutdated={() => {}}
      failure="Nothing was changed"
      check={Stays<Row>}
    >
      {({ plan: { changing, effect } }) =>
        changing.length === 0 ? (
          'Nothing would change.'
        ) : (
          <>
            <strong className="font-medium">{describeRows(changing, naming)}</strong> {effect}
          </>
        )
      }
    </ConfirmDialog>
  )
}

interface StaysProps<Row> {
  target: { plan: BulkPlan<Row>; naming: Naming<Row> }
  allow: (isAllowed: boolean) => void
}

/** Who stays as they are, and why; without a row that changes there is nothing to do. */
function Stays<Row>({ target: { plan, naming }, allow }: StaysProps<Row>) {
  const isAllowed = plan.changing.length > 0
  useEffect(() => allow(isAllowed), [allow, isAllowed])
  const staying = plan.staying.filter(({ rows }) => rows.length > 0)
  return (
    <div className="grid gap-4 text-[0.9375rem] empty:hidden">
      <AllRows
        label={`Show all ${countOf(plan.changing.length, naming.one)}`}
        rows={plan.changing}
        {...naming}
      />
      {staying.map(({ rows, why }) => (
        <div key={why} className="grid gap-2 text-ink-2">
          <p>
            {countOf(rows.length, naming.one)} {rows.length === 1 ? 'stays' : 'stay'} as{' '}
            {rows.length === 1 ? 'it is' : 'they are'}, {why}: {describeRows(rows, naming)}.
          </p>
          <AllRows label={`Show all that stay as they are, ${why}`} rows={rows} {...naming} />
        </div>
      ))}
    </div>
  )
}

interface AllRowsProps<Row> extends Naming<Row> {
  label: string
  rows: readonly Row[]
}

/** Every row by its name, folded; nothing where the question names them all. */
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
