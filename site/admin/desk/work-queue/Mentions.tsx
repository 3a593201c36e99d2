import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminNotes } from '#contract/people/admin-notes'
import { callAdminApi } from '#core/api/admin-api'
import { getServerErrorMessage } from '#core/api/error-messages'
import { getData } from '#core/query/remote'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { $mentions, refreshMentions } from './mentions-store.ts'

/** Notes in which colleagues mention the reader; shows nothing if there are none. */
export function Mentions() {
  const mentions = getData(useStore($mentions)) ?? []
  const [problem, setProblem] = useState('')
  const read = async (note_id: number) => {
    setProblem('')
    try {
      await callAdminApi(adminNotes.markMentionRead, { params: { note_id } })
    } catch (error) {
      setProblem(getServerErrorMessage(error, 'Failed to mark the note as read.'))
    }
    await refreshMentions()
  }
  if (mentions.length === 0) return null
  return (
    <Panel title="Mentions" note="Internal notes that mention you">
      <ul aria-label="Mentions">
        {mentions.map(({ note_id, user, text, by, created_at }) => (
          <li
            key={note_id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-line border-b px-[22px] py-3 last:border-b-0 max-sm:px-4"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="leading-snug wrap-anywhere">
                <Link to={{ search: getInvestorLocation(user.id) }}>{user.name}</Link>: {text}
              </p>
              <p className="text-[0.875rem] text-ink-3">
                {by?.username ?? 'Deleted administrator'}, <AdminDateTime instant={created_at} />
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
