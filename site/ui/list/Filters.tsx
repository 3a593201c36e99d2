import { type ReactNode, useId } from 'react'
import { type FilterRules, type FiltersOf, SEARCH_MAX } from '#core/list/url-state'
import { Field, Input, Select } from '#ui/Field'
import { useDebouncedText } from './use-debounced-text.ts'
import type { ListView } from './use-list-view.ts'
import type { ListUrlState } from './use-url-state.ts'
import './filters.css'

interface FilterProps<R extends FilterRules, Name extends keyof R & string> {
  state: ListUrlState<R>
  /** The filter's name, in the URL and in the API. */
  name: Name
  label: string
}

interface Choice<Word> {
  value: Word
  label: string
}

type ChoiceProps<R extends FilterRules, Name extends keyof R & string> = FilterProps<R, Name> & {
  options: readonly Choice<FiltersOf<R>[Name] & string>[]
}

const change = <R extends FilterRules>(name: keyof R & string, value: string) =>
  ({ [name]: value }) as Partial<FiltersOf<R>>

/** Options from the server; a value from the URL is included even before the rest are loaded. */
export function toFilterOptions(all: string, names: readonly string[], chosen: string): Choice<string>[] {
  const listed = chosen === '' || names.includes(chosen) ? names : [...names, chosen]
  return [{ value: '', label: all }, ...listed.map((name) => ({ value: name, label: name }))]
}

/** A filter with many options: `<FilterSelect state={state} name="type" label="Type" options={types} />`. */
export function FilterSelect<R extends FilterRules, Name extends keyof R & string>({
  state,
  name,
  label,
  options,
  className = 'min-w-32',
}: ChoiceProps<R, Name> & { className?: string }) {
  return (
    <Field
      label={label}
      filter
      className={className}
      error={state.unknown[name] && 'Invalid value in the page address'}
    >
      {(control) => (
        <Select
          {...control}
          className="h-11"
          options={options}
          value={String(state.query.filters[name])}
          onChange={({ target }) => state.show({ filters: change(name, target.value) })}
        />
      )}
    </Field>
  )
}

/**
 * A filter with few options, all on screen: `<FilterChips state={state} name="filter" label="Show" options={…} />`.
 */
export function FilterChips<R extends FilterRules, Name extends keyof R & string>({
  state,
  name,
  label,
  options,
}: ChoiceProps<R, Name>) {
  const group = useId()
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="filter-chip">
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            value={option.value}
            checked={state.query.filters[name] === option.value}
            onChange={() => state.show({ filters: change(name, option.value) })}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

/** Two related filters, such as the ends of a range, on one line except on a small phone. */
export function FilterGroup({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end gap-3 max-sm:w-full max-sm:items-start max-sm:*:flex-1 sm:flex-nowrap">
      {children}
    </div>
  )
}

type FilterInputProps<R extends FilterRules, Name extends keyof R & string> = FilterProps<R, Name> & {
  state: Pick<ListView<unknown, R>, 'faults'>
  type?: 'text' | 'date' | 'amount'
  /** Its API name, if different. */
  field?: string
}

/**
 * A filter with typed input, and the server's reason for rejecting it:
 * `<FilterInput state={state} name="from" label="From" type="date" />`.
 */
export function FilterInput<R extends FilterRules, Name extends keyof R & string>({
  state,
  name,
  label,
  type = 'text',
  field = name,
}: FilterInputProps<R, Name>) {
  const typed = useDebouncedText(String(state.query.filters[name]), (text, replace) =>
    state.show({ filters: change(name, text) }, { replace }),
  )
  const width = type === 'text' ? 'min-w-32' : 'min-w-32 sm:max-w-40'
  return (
    <Field label={label} filter className={width} error={state.faults[field]} isAlert>
      {(control) => (
        <Input
          {...control}
          {...(type === 'amount' ? { type: 'number', inputMode: 'decimal', min: 0, step: 0.01 } : { type })}
          className={type === 'text' ? '' : 'h-11 text-[0.9375rem]'}
          maxLength={SEARCH_MAX}
          value={typed.text}
          onChange={({ target }) => typed.type(target.value)}
          onBlur={typed.settle}
          onKeyDown={({ key }) => key === 'Enter' && typed.settle()}
        />
      )}
    </Field>
  )
}
