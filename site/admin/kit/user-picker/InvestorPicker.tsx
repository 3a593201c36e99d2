import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatFullName } from '#shared/full-name'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { Button } from '#ui/Button'
import { Combobox } from '#ui/Combobox'
import { Field } from '#ui/Field'
import { Skeleton } from '#ui/Skeleton'
import { createInvestorSearch, type InvestorSearchState, type PickedUser } from './investor-search.ts'

export interface UserPickerProps {
  label?: string
  chosen: PickedUser | undefined
  /** A user is selected but not loaded yet. */
  isLoading?: boolean
  onChoose: (user: PickedUser | undefined) => void
  error?: string | undefined
  /** Retries a failed load. */
  onRetry?: (() => void) | undefined
  /** Used as a list filter, so the selection is optional. */
  filter?: boolean
  /** In a dialog, the field receives the focus when it opens. */
  startsFocused?: boolean
  className?: string
}

/**
 * Selects one user by name or email: a combobox with options from the server. The selected user is shown instead of
 * the field, with a button to select another.
 *
 *     <InvestorPicker chosen={user} onChoose={setUser} error={fieldErrors.user_id} />
 */
export function InvestorPicker(props: UserPickerProps) {
  const {
    label = 'Investor',
    chosen,
    isLoading = false,
    onRetry,
    onChoose,
    error,
    filter = false,
    startsFocused = false,
    className = '',
  } = props
  const searching = useRef(false)
  const place = useRef<HTMLDivElement>(null)
  // The focused field was removed, so the focus moves to the button in its place.
  useEffect(() => {
    if (chosen && searching.current && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus()
    searching.current = false
  }, [chosen])

  if (chosen || isLoading) {
    return (
      <div ref={place} className={`field ${className}`}>
        <span className="label">{label}</span>
        <div className="flex min-h-[44px] items-center justify-between max-sm:min-h-[58px] gap-3 rounded border border-line-strong py-1.5 pr-1.5 pl-3">
          {chosen ? (
            <p className="min-w-0 leading-snug wrap-anywhere">
              <Link className="font-medium" to={{ search: getInvestorLocation(chosen.id) }}>
                {formatFullName(chosen)}
              </Link>{' '}
              <span className="text-[0.875rem] text-ink-2">{chosen.email}</span>
            </p>
          ) : (
            <Skeleton className="h-[1.2em] w-48" />
          )}
          <Button
            look="quiet"
            small
            disabled={!chosen}
            aria-label={chosen && `Change investor (currently ${formatFullName(chosen)})`}
            onClick={() => {
              searching.current = true
              onChoose(undefined)
            }}
          >
            Change
          </Button>
        </div>
        {chosen && error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
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
      startsFocused={startsFocused}
      onRetry={onRetry}
    />
  )
}

interface SearchProps
  extends Required<Pick<UserPickerProps, 'label' | 'filter' | 'startsFocused' | 'className'>> {
  onChoose: (user: PickedUser) => void
  error: string | undefined
  /** The focused button was removed, so the focus moves to the field. */
  focused: boolean
  onRetry: (() => void) | undefined
}

const words: Record<Exclude<InvestorSearchState['status'], 'failed'>, string> = {
  idle: '',
  searching: 'Searching...',
  found: 'No investors match this name or email.',
}

/** What prevents an investor from receiving units or subscribing; usually empty. */
const stateOf = ({ is_active, is_verified }: PickedUser): string =>
  is_active ? (is_verified ? '' : 'Unverified') : 'Inactive'

function Search({ label, onChoose, error, filter, startsFocused, className, focused, onRetry }: SearchProps) {
  const [search] = useState(createInvestorSearch)
  const found = useStore(search.$found)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])
  useEffect(() => () => search.stop(), [search])

  return (
    <Field label={label} required={!filter} filter={filter} error={error} className={className}>
      {(wiring) => (
        <>
          <Combobox
            wiring={startsFocused ? { ...wiring, 'data-autofocus': true } : wiring}
            ref={input}
            placeholder="Search name, email or account"
            listLabel="Matching investors"
            open={found.status !== 'idle'}
            items={'users' in found ? found.users : []}
            isStale={found.status === 'searching'}
            message={found.status === 'failed' ? found.message : words[found.status]}
            onSearch={search.search}
            onClose={search.stop}
            onChoose={onChoose}
            nameOf={formatFullName}
          >
            {(user) => (
              <>
                <p className="font-medium wrap-anywhere">{formatFullName(user)}</p>
                <p className="text-[0.875rem] text-ink-2 wrap-anywhere">
                  {user.email}
                  {stateOf(user) && <span className="text-warn"> · {stateOf(user)}</span>}
                </p>
              </>
            )}
          </Combobox>
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
