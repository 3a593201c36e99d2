import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import type { Values } from './form.ts'
import { useLast } from './use-last.ts'

interface StaleDialogProps<V extends Values> {
  mine: V
  /** The row as it is now; undefined while the dialog is closed. */
  theirs: V | undefined
  /** Names of the fields; one without a name is not compared. */
  labels: Partial<Record<keyof V & string, string>>
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

const textOf = (value: string | boolean | undefined): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value || '(empty)'

/** Somebody else has changed the row while it was edited: both versions side by side, and a choice between them. */
export function StaleDialog<V extends Values>(props: StaleDialogProps<V>) {
  const { mine, theirs, labels, onKeepMine, onTakeTheirs, onClose } = props
  const { last } = useLast(theirs)
  const names = Object.keys(labels) as (keyof V & string)[]
  const different = last ? names.filter((name) => mine[name] !== last[name]) : []
  return (
    <Dialog open={theirs !== undefined} onClose={onClose} title="Changed by somebody else" wide>
      <p className="text-ink-2">
        Another administrator has changed this while you were editing. Nothing of yours is saved yet. Choose
        which version stays.
      </p>
      {last && (
        <table className="mt-5 w-full table-fixed text-[0.9375rem]">
          <caption className="visually-hidden">Both versions</caption>
          <thead>
            <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
              <th scope="col" className="w-1/4 py-2 pr-3 font-normal">
                Field
              </th>
              <th scope="col" className="px-3 py-2 font-normal">
                Yours
              </th>
              <th scope="col" className="py-2 pl-3 font-normal">
                Theirs
              </th>
            </tr>
          </thead>
          <tbody>
            {different.map((name) => (
              <tr key={name} className="border-line border-b align-top">
                <th scope="row" className="py-2.5 pr-3 text-left font-medium wrap-anywhere">
                  {labels[name]}
                </th>
                <td className="px-3 py-2.5 whitespace-pre-wrap wrap-anywhere">{textOf(mine[name])}</td>
                <td className="py-2.5 pl-3 whitespace-pre-wrap wrap-anywhere">{textOf(last[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {different.length === 0 && <p className="mt-4">Both versions say the same in these fields.</p>}
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
