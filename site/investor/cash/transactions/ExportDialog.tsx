import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useState } from 'react'
import { formatDownloadProgress } from '#core/api/download'
import { transactionStatusLabels, transactionTypeLabels } from '#core/format/transactions'
import { $tableUse } from '#core/list/table-use'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { NativeDialog } from '#ui/NativeDialog'
import { TableUseChoice } from '#ui/TableUseChoice'
import { type DayRange, type DayRangeError, listYears, validateDayRange } from './day-range.ts'
import {
  $export,
  cancelExport,
  clearExport,
  type ExportKind,
  type ExportState,
  resetExport,
  startExport,
} from './transaction-export.ts'
import type { TransactionFilters } from './transaction-store.ts'

interface ExportDialogProps {
  open: boolean
  onClose: () => void
  /** The list's search and filters. The table uses all of them; both files start with its days. */
  narrowing: TransactionFilters
  /** When the account was created; undefined while unknown. */
  since: string | undefined
}

/** Selects a range of days and a file type, and shows the download until it is done. */
export function ExportDialog({ open, onClose, narrowing, since }: ExportDialogProps) {
  const state = useStore($export)
  const form = useStore($tableUse) === 'excel' ? 'Excel' : 'CSV'
  const [kind, setKind] = useState<ExportKind>('csv')
  const [range, setRange] = useState<DayRange>({ from: '', to: '' })
  const [fault, setFault] = useState<DayRangeError>()
  const running = state.status === 'running'
  // The table may contain scheduled transactions; the other files are records of the past.
  const last = kind === 'csv' ? undefined : new Date().toISOString().slice(0, 10)
  const { from, to } = narrowing.filters
  // The list's days, reset each time the dialog opens.
  useEffect(() => {
    if (open) setRange({ from, to })
  }, [open, from, to])

  // No file is saved after the page was left.
  useEffect(() => resetExport, [])

  const close = () => {
    resetExport()
    onClose()
  }
  const choose = (chosen: ExportKind) => {
    setKind(chosen)
    setFault(undefined)
    clearExport()
  }
  const change = (part: Partial<DayRange>) => {
    setRange({ ...range, ...part })
    setFault(undefined)
    clearExport()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = findUnreadable(event.currentTarget) ?? validateDayRange(range, last)
    setFault(found)
    if (!found) void startExport(kind, narrowing, range)
  }
  const errorOf = (field: keyof DayRange) => (fault?.field === field ? fault.text : undefined)

  return (
    <NativeDialog open={open} onClose={close} title="Export transactions">
      <form onSubmit={submit} noValidate className="grid gap-5">
        <fieldset className="grid gap-3" disabled={running}>
          <legend className="mb-2 text-[0.875rem] font-medium">File</legend>
          <Choice
            checked={kind === 'csv'}
            onChoose={() => choose('csv')}
            title={`Transactions (${form})`}
            note={describeTable(narrowing)}
          />
          <Choice
            checked={kind === 'pdf'}
            onChoose={() => choose('pdf')}
            title="Statement (PDF)"
            note="Opening and closing value, transactions, gains, units and cash for the period below."
          />
          <Choice
            checked={kind === 'cash'}
            onChoose={() => choose('cash')}
            title={`Cash ledger (${form})`}
            note="Completed transactions, subscriptions and redemptions, reconciling opening to closing cash."
          />
        </fieldset>
        {kind !== 'pdf' && <TableUseChoice disabled={running} />}
        <fieldset className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2" disabled={running}>
          <legend className="visually-hidden">Statement period, in UTC</legend>
          <Field label="From" error={errorOf('from')}>
            {(control) => (
              <Input
                {...control}
                name="from"
                type="date"
                max={last}
                value={range.from}
                onChange={({ target }) => change({ from: target.value })}
              />
            )}
          </Field>
          <Field label="To" error={errorOf('to')}>
            {(control) => (
              <Input
                {...control}
                name="to"
                type="date"
                max={last}
                value={range.to}
                onChange={({ target }) => change({ to: target.value })}
              />
            )}
          </Field>
        </fieldset>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-[0.875rem] text-ink-2">
          Full year:
          {listYears(new Date(), since).map(({ year, days }) => (
            <button
              key={year}
              type="button"
              className="min-h-6 cursor-pointer text-accent-text underline underline-offset-4"
              disabled={running}
              onClick={() => change(days)}
            >
              {year}
            </button>
          ))}
        </div>
        <Outcome state={state} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={running && 'Downloading...'}>
            Download
          </Button>
          <Button look="quiet" onClick={running ? cancelExport : close}>
            {running ? 'Cancel download' : 'Close'}
          </Button>
        </div>
      </form>
    </NativeDialog>
  )
}

/** An invalid or incomplete date: its field has no value, which would leave that end of the range open. */
function findUnreadable(form: HTMLFormElement): DayRangeError | undefined {
  for (const field of ['from', 'to'] as const) {
    const input = form.elements.namedItem(field)
    if (input instanceof HTMLInputElement && input.validity.badInput)
      return { field, text: 'Enter a valid date, or leave blank' }
  }
  return undefined
}

/** A description of the filters used for the table. */
function describeTable({ search, filters: { type, status } }: TransactionFilters): string {
  const words = [
    type && transactionTypeLabels[type],
    status && transactionStatusLabels[status],
    search && `“${search}”`,
  ].filter(Boolean)
  return words.length > 0
    ? `Transactions matching your filters: ${words.join(', ')}.`
    : 'All transactions in the period below, as a spreadsheet.'
}

interface ChoiceProps {
  checked: boolean
  onChoose: () => void
  title: string
  note: string
}

function Choice({ checked, onChoose, title, note }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded border border-line px-4 py-3 has-checked:border-ink">
      <input
        type="radio"
        name="export-kind"
        className="mt-[5px] size-4 flex-none appearance-auto accent-(--accent-text)"
        checked={checked}
        onChange={onChoose}
      />
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-[0.875rem] text-ink-2">{note}</span>
      </span>
    </label>
  )
}

function Outcome({ state }: { state: ExportState }) {
  switch (state.status) {
    case 'idle':
      return null
    case 'failed':
      return (
        <Banner kind="error">
          <p>{state.reason}</p>
        </Banner>
      )
    case 'done':
      return (
        <Banner kind="success">
          <p>The file has been saved to your downloads.</p>
        </Banner>
      )
    case 'empty':
      return (
        <Banner kind="warning">
          <p>No transactions match, so nothing was downloaded. Change the period or filters.</p>
        </Banner>
      )
    case 'running': {
      const { rows } = state.progress
      return (
        <div className="grid gap-2">
          <progress
            className="h-2 w-full accent-(--primary)"
            aria-label="Download"
            value={rows?.received}
            max={rows?.total}
          />
          <p className="text-[0.875rem] text-ink-2" role="status">
            {formatDownloadProgress(state.progress)}
          </p>
        </div>
      )
    }
  }
}
