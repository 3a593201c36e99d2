import { SUBJECT_MAX } from '#contract/schema'
import type { FilterRules } from '#core/list/url-state'
import { useTypedText } from '#site/ui/list/use-typed-text.ts'
import type { ListUrlState } from '#site/ui/list/use-url-state.ts'
import { Input } from '#ui/Field'

interface SearchBoxProps<R extends FilterRules> {
  state: ListUrlState<R>
  /** The searched fields, which also label the input: 'Search email or name'. */
  placeholder: string
}

/** Searches the list while one types: `<SearchBox state={state} placeholder="Search email or name" />`. */
export function SearchBox<R extends FilterRules>({ state, placeholder }: SearchBoxProps<R>) {
  const { text, type, settle } = useTypedText(state.query.search, (search, replace) =>
    state.show({ search }, { replace }),
  )
  return (
    <Input
      type="search"
      className="max-w-80 flex-1 basis-56 max-sm:max-w-none max-sm:basis-full"
      aria-label={placeholder}
      placeholder={placeholder}
      maxLength={SUBJECT_MAX}
      value={text}
      onChange={({ target }) => type(target.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  )
}
