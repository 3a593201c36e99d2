import type { EditConflict, FormValues } from '#core/form/row-form'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { useLastTarget } from './use-last-target.ts'

interface StaleDialogProps<V extends FormValues> {
  mine: V
  /** The row as changed by someone else; undefined while the dialog is closed. */
  stale: EditConflict<V> | undefined
  /** Field labels; a field without one is not shown. */
  labels: Partial<Record<keyof V & string, string>>
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

const textOf = (value: string | boolean | undefined): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value || '(empty)'

/**
 * Shown when someone else changed the row while it was being edited. Only fields changed by both offer a choice; fields
 * that only the other person changed keep their value in either version.
 */
export function EditConflictDialog<V extends FormValues>(props: StaleDialogProps<V>) {
  const { mine, stale, labels, onKeepMine, onTakeTheirs, onClose } = props
  const { last } = useLastTarget(stale)
  const isNamed = (name: keyof V & string) => labels[name] !== undefined
  const conflicts = last?.conflicts.filter(isNamed) ?? []
  const followed = last?.followed.filter(isNamed) ?? []
  return (
    <Dialog open={stale !== undefined} onClose={onClose} title="Edited by someone else" size="wide">
      {last && (
        <p className="text-ink-2">
          {last.lastChange ? (
            <>
              <strong>{last.lastChange.by}</strong> edited this on{' '}
              <AdminDateTime instant={last.lastChange.at} />
            </>
          ) : last.theirs.updatedAt ? (
            <>
              This was edited on <AdminDateTime instant={last.theirs.updatedAt} />
            </>
          ) : (
            'This was edited'
          )}{' '}
          while you were editing. Your changes have not been saved.{' '}
          {conflicts.length > 0
            ? 'You both edited the fields below. Choose which version to keep.'
            : 'Your changes do not conflict, so both can be kept.'}
        </p>
      )}
      {last && conflicts.length > 0 && (
        <Versions
          caption="Both versions"
          heads={['Your version', 'Their version']}
          rows={conflicts.map((name) => [
            labels[name] ?? '',
            textOf(mine[name]),
            textOf(last.theirs.values[name]),
          ])}
        />
      )}
      {last && followed.length > 0 && (
        <Versions
          caption="Edited only by them"
          heads={['Will be kept']}
          rows={followed.map((name) => [labels[name] ?? '', textOf(last.theirs.values[name])])}
        />
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          Back to editing
        </Button>
        <Button look="quiet" onClick={onTakeTheirs}>
          Keep their version
        </Button>
        <Button onClick={onKeepMine}>Save my version</Button>
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
