import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { $tableUse, chooseTableUse } from '#core/list/table-use'

const choices = [
  { use: 'plain', title: 'CSV', note: 'for any program' },
  { use: 'excel', title: 'Excel', note: 'in any region' },
] as const

/** Chooses the format of exported tables for this browser. */
export function TableUseChoice({ disabled = false }: { disabled?: boolean }) {
  const chosen = useStore($tableUse)
  const name = useId()
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1 text-[0.875rem] font-medium">Tables as</legend>
      {choices.map(({ use, title, note }) => (
        <label key={use} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-[0.9375rem]">
          <input
            type="radio"
            name={name}
            className="size-4 flex-none appearance-auto accent-(--accent-text)"
            checked={chosen === use}
            onChange={() => chooseTableUse(use)}
          />
          <span>
            {title} <span className="text-[0.875rem] text-ink-2">{note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
