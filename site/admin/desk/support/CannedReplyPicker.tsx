import { useStore } from '@nanostores/react'
import { type Ref, useState } from 'react'
import type { CannedReply } from '#contract/desk/admin-support-items'
import { getData } from '#core/query/remote'
import { Combobox } from '#ui/Combobox'
import { Field } from '#ui/Field'
import { $cannedReplies } from './support-agents.ts'

interface ReplyPickerProps {
  ref: Ref<HTMLInputElement>
  onChoose: (reply: CannedReply) => void
  onLeave: () => void
}

/** Canned replies, found by words in their title or text, with keyboard support: arrows, Enter, Escape. */
export function CannedReplyPicker({ ref, onChoose, onLeave }: ReplyPickerProps) {
  const view = useStore($cannedReplies)
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [round, setRound] = useState(0)
  const all = getData(view) ?? []
  const words = search.toLowerCase().split(/\s+/)
  const items = all
    .filter(({ title, text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word)))
    .slice(0, 20)
  const message =
    view.status === 'loading'
      ? 'Loading...'
      : view.status === 'failed'
        ? 'Canned replies could not be loaded'
        : all.length === 0
          ? 'No canned replies yet. Add one in the Canned replies tab.'
          : 'No matching canned replies'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back to the reply, whatever has the focus here
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isOpen) return
        event.stopPropagation()
        onLeave()
      }}
    >
      <Field label="Insert canned reply" hint="Press / in an empty reply to insert one" filter>
        {(wiring) => (
          <Combobox
            key={round}
            wiring={wiring}
            ref={ref}
            placeholder="Search title or text"
            listLabel="Canned replies"
            open={isOpen}
            items={items}
            message={message}
            onSearch={(text) => {
              setSearch(text)
              setOpen(true)
            }}
            onClose={() => setOpen(false)}
            onChoose={(reply) => {
              setOpen(false)
              setSearch('')
              setRound(round + 1)
              onChoose(reply)
            }}
            nameOf={({ title }) => title}
          >
            {({ title, text }) => (
              <>
                <span className="block font-medium">{title}</span>
                <span className="line-clamp-1 text-[0.8125rem] text-ink-2">{text}</span>
              </>
            )}
          </Combobox>
        )}
      </Field>
    </div>
  )
}
