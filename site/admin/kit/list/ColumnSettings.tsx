import { Popup } from '#ui/Popup'
import type { Column } from './column-visibility.ts'

interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  onToggle: (id: string) => void
}

/** Selects the visible columns; the first one is always visible. */
export function ColumnSettings<Row>({ columns, shown, onToggle }: ColumnChoiceProps<Row>) {
  return (
    <Popup
      label="Columns"
      className="button button-quiet button-small min-h-11"
      panelClassName="min-w-52 px-4"
    >
      {() => (
        <fieldset className="py-1">
          <legend className="visually-hidden">Visible columns</legend>
          {columns.slice(1).map(({ id, label }) => (
            <label key={id} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-[0.9375rem]">
              <input
                type="checkbox"
                className="size-4 accent-current"
                checked={shown.some((column) => column.id === id)}
                onChange={() => onToggle(id)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </Popup>
  )
}
