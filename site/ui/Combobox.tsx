import { Combobox as Base } from '@base-ui/react/combobox'
import { type ComponentProps, type ReactNode, type Ref, useDeferredValue, useRef, useState } from 'react'
import { type ControlProps, Input } from './Field.tsx'

interface ComboboxProps<Item extends { id: number }> {
  /** Props from `Field`. */
  wiring: ControlProps
  ref?: Ref<HTMLInputElement>
  placeholder: string
  /** The accessible name of the list. */
  listLabel: string
  /** The list is open: it shows the options, or a message if there are none. */
  open: boolean
  items: readonly Item[]
  /** The items belong to an earlier text, so Enter does not choose the only one. */
  isStale?: boolean
  message: string
  /** Called when the user types and when the list is opened. */
  onSearch: (text: string) => void
  onClose: () => void
  onChoose: (item: Item) => void
  nameOf: (item: Item) => string
  /** Content of an option. */
  children: (item: Item) => ReactNode
}

/** A text field with a list of options from a search. Load it with the screen that needs it: it weighs 15 kB. */
export function Combobox<Item extends { id: number }>(props: ComboboxProps<Item>) {
  const { wiring, ref, placeholder, listLabel, onSearch, onClose, onChoose } = props
  // A typed letter is painted before the list that it changes. Keys apply to the list as updated by then.
  const open = useDeferredValue(props.open)
  const items = useDeferredValue(props.items)
  const message = useDeferredValue(props.message)
  const [text, setText] = useState('')
  const place = useRef<HTMLDivElement>(null)

  const onKeyDown: ComponentProps<typeof Base.Input>['onKeyDown'] = (event) => {
    const isHighlighted = event.currentTarget.hasAttribute('aria-activedescendant')
    if (event.key !== 'Enter' || !props.open || isHighlighted) return
    // Enter chooses the only option. While the list is open, it neither submits the form nor closes the list.
    event.preventDefault()
    event.preventBaseUIHandler()
    const [only, ...others] = props.items
    if (only && others.length === 0 && !props.isStale) onChoose(only)
  }

  return (
    <Base.Root
      items={items}
      filter={null}
      value={null}
      inputValue={text}
      open={open}
      itemToStringLabel={props.nameOf}
      onValueChange={(item) => item && onChoose(item)}
      onInputValueChange={(typed, { reason }) => {
        // Otherwise it would be cleared when the list closes.
        if (reason !== 'input-change') return
        setText(typed)
        onSearch(typed)
      }}
      onOpenChange={(isOpening, { reason }) => {
        if (!isOpening) onClose()
        else if (reason !== 'input-change') onSearch(text)
      }}
    >
      <Base.Input
        render={<Input {...wiring} ref={ref} type="search" placeholder={placeholder} />}
        onKeyDown={onKeyDown}
      />
      {/* Rendered inside the dialog or landmark that contains the field. */}
      <div ref={place} className="absolute" />
      <Base.Portal container={place}>
        <Base.Positioner className="z-50" positionMethod="fixed" sideOffset={4}>
          <Base.Popup className="max-h-[min(312px,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded border border-line-strong bg-surface shadow-float">
            <Base.List aria-label={listLabel}>
              {(item: Item) => (
                <Base.Item
                  key={item.id}
                  value={item}
                  className="cursor-pointer border-line border-b px-3 py-2.5 leading-snug last:border-b-0 data-highlighted:bg-sunken"
                >
                  {props.children(item)}
                </Base.Item>
              )}
            </Base.List>
            <Base.Empty className={items.length > 0 ? '' : 'px-3 py-2.5 text-[0.875rem] text-ink-2'}>
              {message}
            </Base.Empty>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
