import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { adminVerifications, type ReviewedEvidenceFile } from '#contract/compliance/admin-verifications'
import { callAdminApi } from '#core/api/admin-api'
import { getServerErrorMessage } from '#core/api/error-messages'
import { adminSession } from '#core/session/admin-session'
import { Banner } from '#ui/Banner'
import { Skeleton } from '#ui/Skeleton'
import './evidence.css'

interface Opened {
  url: string
  /** When it was opened. */
  at: Date
}

/** Watermarks over a file: enough for a tall one. */
const MARKS = Array.from({ length: 24 }, (_, at) => at)

const stamp = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

interface EvidenceViewerProps {
  userId: number
  file: ReviewedEvidenceFile
}

/**
 * An evidence file overlaid with its reader's name and the time. The watermark is not part of the file, whose bytes
 * stay as submitted.
 */
export function EvidenceViewer({ userId, file }: EvidenceViewerProps) {
  const reader = useStore(adminSession.$session)?.user.username ?? ''
  const [opened, setOpened] = useState<Opened>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    let url: string | undefined
    const open = async () => {
      const params = { user_id: userId, id: file.id }
      const response = await callAdminApi(
        adminVerifications.openEvidence,
        { params },
        { signal: controller.signal },
      )
      const blob = new Blob([await response.arrayBuffer()], { type: file.media_type })
      if (controller.signal.aborted) return
      url = URL.createObjectURL(blob)
      setOpened({ url, at: new Date() })
    }
    open().catch((error) => {
      if (!controller.signal.aborted) setFailure(getServerErrorMessage(error, 'Failed to open the file.'))
    })
    return () => {
      controller.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [userId, file.id, file.media_type])

  if (failure) return <Banner kind="error">{failure}</Banner>
  if (!opened) {
    return (
      <div role="status" aria-label={`Opening ${file.name}`}>
        <Skeleton className="h-96" />
      </div>
    )
  }
  return (
    <figure className="relative overflow-hidden rounded border border-line-strong bg-paper">
      {file.media_type === 'application/pdf' ? (
        <iframe src={opened.url} title={file.name} className="block h-[70vh] min-h-96 w-full" />
      ) : (
        <img src={opened.url} alt={file.name} className="block max-h-[80vh] min-h-64 w-full object-contain" />
      )}
      <figcaption className="evidence-mark">
        <span className="visually-hidden">{`Opened by ${reader}, ${stamp(opened.at)}`}</span>
        {MARKS.map((at) => (
          <span key={at} aria-hidden="true">
            {reader} · {stamp(opened.at)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
