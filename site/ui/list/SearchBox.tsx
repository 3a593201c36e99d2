import { type FilterRules, SEARCH_MAX } from '#core/list/url-state'
import { Input } from '#ui/Field'
import { useDebouncedText } from './use-debounced-text.ts'
import type { ListUrlState } from './use-url-state.ts'

interface SearchBoxProps<R extends FilterRules> {
  state: ListUrlState<R>
  /** The searched fields, which also label the input: 'Search email or name'. */
  placeholder: string
}

/** Searches the list while typing: `<SearchBox state={state} placeholder="Search email or name" />`. */
export function SearchBox<R extends FilterRules>({ state, placeholder }: SearchBoxProps<R>) {
  const { text, type, settle } = useDebouncedText(state.query.search, (search, replace) =>
    state.show({ search }, { replace }),
  )
  return (
    <Input
      type="search"
      className="max-w-80 flex-1 basis-56 max-sm:max-w-none max-sm:basis-full"
      aria-label={placeholder}
      placeholder={placeholder}
      maxLength={SEARCH_MAX}
      value={text}
      onChange={({ target }) => type(target.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  )
}
