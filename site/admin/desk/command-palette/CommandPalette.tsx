import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SUBJECT_MAX } from '#contract/schema-builders'
import { $may } from '#core/session/admin-session'
import { CommandList } from '#ui/CommandList'
import { Dialog } from '#ui/Dialog'
import { findCommands, type PaletteItem, searchTransactions, toItems } from './commands.ts'
import { addRecentItem, listRecentItems } from './recent-items.ts'
import { usePaletteSearch } from './use-palette-search.ts'

interface PaletteProps {
  open: boolean
  onClose: () => void
  /** Text typed so far, including before this component was loaded. */
  text: string
  onText: (text: string) => void
}

/** Finds investors, rows by reference, amount or day, sections and actions, using only the keyboard. */
export function CommandPalette({ open, ...finder }: PaletteProps) {
  return (
    <Dialog open={open} onClose={finder.onClose} title="Search and commands" size="form">
      <Finder {...finder} />
    </Dialog>
  )
}

function Finder({ onClose, text, onText }: Omit<PaletteProps, 'open'>) {
  const [recent] = useState(listRecentItems)
  const may = useStore($may)
  const navigate = useNavigate()
  const { results, isSearching, problem } = usePaletteSearch(text)
  const isEmpty = text.trim() === ''
  const found = isEmpty ? recent : [...findCommands(text, may), ...toItems(results, may('money'))]
  const items = isEmpty ? recent : [...found, ...searchTransactions(text, may('read'))]
  const follow = (item: PaletteItem) => {
    addRecentItem(item)
    onClose()
    navigate({ pathname: '/', search: item.link === '?d=dashboard' ? '' : item.link })
  }
  const said = isEmpty
    ? recent.length > 0
      ? 'Recent'
      : 'Search for investors, references, amounts, dates, sections and actions'
    : isSearching
      ? 'Searching...'
      : items.length === 0
        ? 'No results'
        : `${items.length} found`
  return (
    <CommandList
      label="Name, email, reference, amount, date, section or action"
      placeholder="Name, email, S-000123, $12,500, section"
      maxLength={SUBJECT_MAX}
      text={text}
      onText={onText}
      items={items}
      onChoose={follow}
      titleOf={({ title }) => title}
      status={said}
      problem={problem}
    >
      {({ title, subtitle, kind }) => (
        <>
          <span className="min-w-0 flex-1">
            <span className="block font-medium wrap-anywhere">{title}</span>
            <span className="block text-[0.875rem] text-ink-2 wrap-anywhere">{subtitle}</span>
          </span>
          <span className="flex-none font-mono text-[0.75rem] text-ink-3">{kind}</span>
        </>
      )}
    </CommandList>
  )
}
