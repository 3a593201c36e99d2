import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { Skeleton } from '#ui/Skeleton'
import { createUserSearch, type Found, nameOf, type PickedUser } from './user-search.ts'

interface UserPickerProps {
  label?: string
  chosen: PickedUser | undefined
  /** A user is chosen but not loaded yet. */
  isLoading?: boolean
  onChoose: (user: PickedUser | undefined) => void
  error?: string | undefined
  /** Retries a failed read. */
  onRetry?: (() => void) | undefined
  /** Narrows a list: the choice is optional. */
  filter?: boolean
  className?: string
}

/**
 * Chooses one user by name or email: a combobox with options from the server. A chosen user is shown instead of the
 * field, with a button to choose another.
 *
 *     <UserPicker chosen={user} onChoose={setUser} error={refused.user_id} />
 */
export function UserPicker(props: UserPickerProps) {
  const {
    label = 'User',
    chosen,
    isLoading = false,
    onRetry,
    onChoose,
    error,
    filter = false,
    className = '',
  } = props
  const searching = useRef(false)
  const place = useRef<HTMLDivElement>(null)
  // The field that had the focus was removed: the focus moves to the button in its place.
  useEffect(() => {
    if (chosen && searching.current && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus()
    searching.current = false
  }, [chosen])

  if (chosen || isLoading) {
    return (
      <div ref={place} className={`field ${className}`}>
        <span className="label">{label}</span>
        <div className="flex min-h-[44px] items-center justify-between gap-3 rounded border border-line-strong py-1.5 pr-1.5 pl-3">
          {chosen ? (
            <p className="min-w-0 leading-snug wrap-anywhere">
              <span className="font-medium">{nameOf(chosen)}</span>{' '}
              <span className="text-[0.875rem] text-ink-2">{chosen.email}</span>
            </p>
          ) : (
            <Skeleton className="h-[1.2em] w-48" />
          )}
          <Button
            look="quiet"
            small
            disabled={!chosen}
            aria-label={chosen && `Change user, now ${nameOf(chosen)}`}
            onClick={() => {
              searching.current = true
              onChoose(undefined)
            }}
          >
            Change
          </Button>
        </div>
      </div>
    )
  }
  return (
    <Search
      label={label}
      onChoose={(user) => {
        searching.current = true
        onChoose(user)
      }}
      error={error}
      filter={filter}
      className={className}
      focused={searching.current}
      onRetry={onRetry}
    />
  )
}

interface SearchProps extends Required<Pick<UserPickerProps, 'label' | 'filter' | 'className'>> {
  onChoose: (user: PickedUser) => void
  error: string | undefined
  /** The button that had the focus was removed: the focus moves to the field. */
  focused: boolean
  onRetry: (() => void) | undefined
}

function Search({ label, onChoose, error, filter, className, focused, onRetry }: SearchProps) {
  const [search] = useState(createUserSearch)
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const found = useStore(search.$found)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const users = found.status === 'found' || found.status === 'searching' ? found.users : []
  const open = found.status !== 'idle'

  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])
  useEffect(() => () => search.stop(), [search])

  const choose = (user: PickedUser) => {
    search.stop()
    onChoose(user)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!open) search.search(text)
      else if (users.length > 0) setActive((at) => (at + step + users.length) % users.length)
    } else if (event.key === 'Enter' && open) {
      // Enter chooses an option and does not submit the form.
      event.preventDefault()
      const user = users[active] ?? (users.length === 1 ? users[0] : undefined)
      if (user) choose(user)
    } else if (event.key === 'Escape' && open) {
      // Closes the list only, not the dialog around it.
      event.preventDefault()
      search.stop()
    }
  }

  return (
    <Field label={label} required={!filter} filter={filter} error={error} className={`relative ${className}`}>
      {(wiring) => (
        <>
          <Input
            {...wiring}
            ref={input}
            type="search"
            role="combobox"
            autoComplete="off"
            placeholder="Search name or email"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={users[active] ? `${listId}-${users[active].id}` : undefined}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setActive(-1)
              search.search(target.value)
            }}
            onClick={() => !open && search.search(text)}
            onKeyDown={onKeyDown}
            onBlur={() => search.stop()}
          />
          <Options id={listId} found={found} users={users} active={active} onChoose={choose} />
          {onRetry && (
            <Button look="quiet" small className="mt-1 self-start" onClick={onRetry}>
              Retry
            </Button>
          )}
        </>
      )}
    </Field>
  )
}

interface OptionsProps extends Pick<SearchProps, 'onChoose'> {
  id: string
  found: Found
  users: PickedUser[]
  active: number
}

const words: Record<Found['status'], string> = {
  idle: '',
  searching: 'Searching...',
  found: 'Nobody has this name or email.',
  failed: '',
}

function Options({ id, found, users, active, onChoose }: OptionsProps) {
  const open = found.status !== 'idle'
  const message = found.status === 'failed' ? found.message : words[found.status]
  return (
    <div
      className={`absolute inset-x-0 top-full z-20 mt-1 max-h-[312px] overflow-y-auto rounded border border-line-strong bg-surface shadow-float ${open ? '' : 'hidden'}`}
    >
      <div id={id} role="listbox" aria-label="Users found" className={users.length > 0 ? '' : 'hidden'}>
        {users.map((user, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's, which keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field (aria-activedescendant)
          <div
            key={user.id}
            id={`${id}-${user.id}`}
            role="option"
            aria-selected={at === active}
            className={`cursor-pointer border-line border-b px-3 py-2.5 leading-snug last:border-b-0 hover:bg-sunken ${at === active ? 'bg-sunken' : ''}`}
            // Before the field loses the focus and closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(user)}
          >
            <p className="font-medium wrap-anywhere">{nameOf(user)}</p>
            <p className="text-[0.875rem] text-ink-2 wrap-anywhere">{user.email}</p>
          </div>
        ))}
      </div>
      <p
        role="status"
        className={`px-3 py-2.5 text-[0.875rem] text-ink-2 ${users.length > 0 ? 'hidden' : ''}`}
      >
        {message}
      </p>
    </div>
  )
}
