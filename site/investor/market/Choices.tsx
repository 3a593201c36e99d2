interface ChoicesProps<Value> {
  label: string
  choices: readonly { value: Value; label: string }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A few buttons of which one is selected. */
export function Choices<Value>({ label, choices, chosen, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => {
        const on = choice.value === chosen
        return (
          <button
            key={choice.label}
            type="button"
            aria-pressed={on}
            onClick={() => onChoose(choice.value)}
            className={`min-h-9 cursor-pointer rounded border px-3 py-1.5 text-[0.875rem] leading-tight ${
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
