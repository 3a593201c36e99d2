import { useEffect, useRef } from 'react'

interface ChoicesProps<Value> {
  label: string
  choices: readonly { value: Value; label: string }[]
  chosen: Value
  onChoose: (value: Value) => void
  /** On a phone, the buttons are one scrolling row, because there are too many to stack above the content. */
  isRow?: boolean
}

/** Extends to the right edge, where the row continues. */
const phoneRow =
  'max-sm:-mx-4 max-sm:-my-1 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none]'

/** A few buttons of which one is selected. */
export function SegmentedControl<Value>({
  label,
  choices,
  chosen,
  onChoose,
  isRow = false,
}: ChoicesProps<Value>) {
  const row = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is brought into sight
  useEffect(() => {
    const button = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (isRow && row.current && button) showInRow(row.current, button)
  }, [isRow, chosen])
  return (
    <fieldset ref={row} className={`flex min-w-0 flex-wrap gap-2 ${isRow ? phoneRow : ''}`}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => {
        const on = choice.value === chosen
        return (
          <button
            key={choice.label}
            type="button"
            aria-pressed={on}
            onClick={() => onChoose(choice.value)}
            className={`min-h-9 flex-none cursor-pointer rounded border px-3 py-1.5 text-[0.875rem] leading-tight ${
              on
                ? 'border-ink bg-ink text-paper'
                : 'border-line-strong text-ink-2 hover:border-ink-2 hover:text-ink'
            }`}
          >
            {choice.label}
          </button>
        )
      })}
    </fieldset>
  )
}

/** Scrolls only the row; the page stays where it is. */
function showInRow(row: HTMLElement, button: HTMLElement) {
  const [whole, part] = [row.getBoundingClientRect(), button.getBoundingClientRect()]
  if (part.left < whole.left || part.right > whole.right)
    row.scrollLeft += part.left - whole.left - (whole.width - part.width) / 2
}
