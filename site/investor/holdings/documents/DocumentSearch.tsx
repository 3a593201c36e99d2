import type { Ref } from 'react'
import { Field, Input, Select } from '#ui/Field'
import { documentTypeLabels, type LibraryDocumentType } from './document-library.ts'

const kindOptions = [
  { value: '', label: 'All Types' },
  ...Object.entries(documentTypeLabels).map(([value, label]) => ({ value, label: `${label}s` })),
]

interface LibrarySearchProps {
  search: string
  searchField: Ref<HTMLInputElement>
  kind: LibraryDocumentType | ''
  onSearch: (search: string) => void
  onKind: (kind: LibraryDocumentType | '') => void
}

/** The list's search and filter, applied on every key press. */
export function DocumentSearch({ search, searchField, kind, onSearch, onKind }: LibrarySearchProps) {
  return (
    <div className="grid grid-cols-1 gap-4 border-line border-b px-[22px] py-5 max-sm:px-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)] print:hidden">
      <Field label="Search" filter>
        {(control) => (
          <Input
            {...control}
            ref={searchField}
            type="search"
            placeholder="Search documents..."
            value={search}
            onChange={({ target }) => onSearch(target.value)}
          />
        )}
      </Field>
      <Field label="Type" filter>
        {(control) => (
          <Select
            {...control}
            options={kindOptions}
            value={kind}
            onChange={({ target }) => onKind(target.value as LibraryDocumentType | '')}
          />
        )}
      </Field>
    </div>
  )
}
