import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminNotes } from '#contract/admin-notes'
import { callAdmin } from '#core/api/admin-api'
import { explainRejection } from '#core/api/failures'
import { dataOf } from '#core/query/remote'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { $mentions, refreshMentions } from './mentions.ts'

/** Notes in which colleagues name the reader; nothing while there are none. */
export function Mentions() {
  const mentions = dataOf(useStore($mentions)) ?? []
  const [problem, setProblem] = useState('')
  const read = async (note_id: number) => {
    setProblem('')
    try {
      await callAdmin(adminNotes.readMention, { params: { note_id } })
    } catch (error) {
      setProblem(explainRejection(error, 'The note could not be marked as read.'))
    }
    await refreshMentions()
  }
  if (mentions.length === 0) return null
  return (
    <Panel title="You are mentioned" note="In internal notes">
      <ul aria-label="Mentions">
        {mentions.map(({ note_id, user, text, by, created_at }) => (
          <li
            key={note_id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-line border-b px-[22px] py-3 last:border-b-0 max-sm:px-4"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="leading-snug wrap-anywhere">
                <Link to={{ search: investorLocation(user.id) }}>{user.name}</Link>: {text}
              </p>
              <p className="text-[0.875rem] text-ink-3">
                {by?.username ?? 'A removed administrator'}, <Moment instant={created_at} />
              </p>
            </div>
            <Button
              look="quiet"
              small
              aria-label={`Mark the note about ${user.name} as read`}
              onClick={() => void read(note_id)}
            >
              Mark as read
            </Button>
          </li>
        ))}
      </ul>
      {problem && (
        <p className="px-[22px] py-3 text-[0.875rem] text-loss" role="alert">
          {problem}
        </p>
      )}
    </Panel>
  )
}
