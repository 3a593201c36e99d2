import { Combobox as Base } from '@base-ui/react/combobox'
import type { ReactNode } from 'react'
import { Input } from './Field.tsx'

interface CommandListProps<Item extends { id: string }> {
  /** The accessible name of the field. */
  label: string
  placeholder: string
  maxLength: number
  text: string
  onText: (text: string) => void
  items: readonly Item[]
  onChoose: (item: Item) => void
  titleOf: (item: Item) => string
  /** A short description of what is on screen. */
  status: string
  /** Why the search failed; empty if it did not. */
  problem: string
  /** Content of an option. */
  children: (item: Item) => ReactNode
}

/** A text field with its options always listed below; the arrow keys and Enter choose. For use in a dialog. */
export function CommandList<Item extends { id: string }>(props: CommandListProps<Item>) {
  const { label, placeholder, maxLength, text, onText, items, onChoose, status, problem } = props
  return (
    <Base.Root
      inline
      open
      items={items}
      filter={null}
      autoHighlight
      value={null}
      inputValue={text}
      itemToStringLabel={props.titleOf}
      onValueChange={(item: Item | null) => item && onChoose(item)}
      onInputValueChange={(typed, { reason }) => reason === 'input-change' && onText(typed)}
    >
      <Base.Input
        aria-label={label}
        render={
          <Input
            data-autofocus
            type="search"
            placeholder={placeholder}
            maxLength={maxLength}
            autoComplete="off"
          />
        }
      />
      <p className="mt-4 min-h-[1.4em] text-[0.8125rem] text-ink-3" role="status">
        {status}
      </p>
      {problem && (
        <p className="text-[0.875rem] text-loss" role="alert">
          {problem}
        </p>
      )}
      <Base.List
        aria-label="Results"
        className="mt-1 max-h-[min(26rem,55dvh)] overflow-y-auto rounded border border-line empty:border-0"
      >
        {(item: Item) => (
          <Base.Item
            key={item.id}
            value={item}
            className="flex cursor-pointer items-baseline gap-3 border-line border-b px-3 py-2.5 leading-snug last:border-b-0 data-highlighted:bg-sunken"
          >
            {props.children(item)}
          </Base.Item>
        )}
      </Base.List>
    </Base.Root>
  )
}
