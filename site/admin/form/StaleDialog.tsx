import type { StaleRow, Values } from '#core/form/row-form'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { useLast } from './use-last.ts'

interface StaleDialogProps<V extends Values> {
  mine: V
  /** The row as someone else has changed it; undefined while the dialog is closed. */
  stale: StaleRow<V> | undefined
  /** Labels of the fields; one without a label is not shown. */
  labels: Partial<Record<keyof V & string, string>>
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

const textOf = (value: string | boolean | undefined): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value || '(empty)'

/**
 * Shown when someone else has changed the row while it was edited. Only fields changed by both are a choice; fields
 * that only the other has changed keep the other's value in either version.
 */
export function StaleDialog<V extends Values>(props: StaleDialogProps<V>) {
  const { mine, stale, labels, onKeepMine, onTakeTheirs, onClose } = props
  const { last } = useLast(stale)
  const isNamed = (name: keyof V & string) => labels[name] !== undefined
  const conflicts = last?.conflicts.filter(isNamed) ?? []
  const followed = last?.followed.filter(isNamed) ?? []
  return (
    <Dialog open={stale !== undefined} onClose={onClose} title="Changed by someone else" size="wide">
      {last && (
        <p className="text-ink-2">
          {last.lastChange ? (
            <>
              <strong>{last.lastChange.by}</strong> changed this on <Moment instant={last.lastChange.at} />
            </>
          ) : last.theirs.updatedAt ? (
            <>
              This was changed on <Moment instant={last.theirs.updatedAt} />
            </>
          ) : (
            'This was changed'
          )}{' '}
          while you were editing. Nothing of yours is saved yet.{' '}
          {conflicts.length > 0
            ? 'You both changed the fields below: choose which version of them stays.'
            : 'You did not change the same fields, so both changes can stay.'}
        </p>
      )}
      {last && conflicts.length > 0 && (
        <Versions
          caption="Both versions"
          heads={['Yours', 'Theirs']}
          rows={conflicts.map((name) => [
            labels[name] ?? '',
            textOf(mine[name]),
            textOf(last.theirs.values[name]),
          ])}
        />
      )}
      {last && followed.length > 0 && (
        <Versions
          caption="Changed by them alone"
          heads={['Stays as they made it']}
          rows={followed.map((name) => [labels[name] ?? '', textOf(last.theirs.values[name])])}
        />
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          Back to editing
        </Button>
        <Button look="quiet" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button onClick={onKeepMine}>Save mine</Button>
      </div>
    </Dialog>
  )
}

interface VersionsProps {
  caption: string
  heads: readonly string[]
  /** Each begins with the field's label. */
  rows: readonly (readonly string[])[]
}

function Versions({ caption, heads, rows }: VersionsProps) {
  return (
    <table className="mt-5 w-full table-fixed text-[0.9375rem]">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
          <th scope="col" className="w-1/4 py-2 pr-3 font-normal">
            Field
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="px-3 py-2 font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([field, ...values]) => (
          <tr key={field} className="border-line border-b align-top">
            <th scope="row" className="py-2.5 pr-3 text-left font-medium wrap-anywhere">
              {field}
            </th>
            {values.map((value, at) => (
              <td key={heads[at]} className="px-3 py-2.5 whitespace-pre-wrap wrap-anywhere">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
