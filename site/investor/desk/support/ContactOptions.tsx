import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type SupportChannel, useSupportDialogs } from '#site/support-forms/use-support-dialogs.tsx'
import { Button } from '#ui/Button'
import { refreshMySupport } from './support-store.ts'

const ways: readonly { way: SupportChannel; label: string }[] = [
  { way: 'ticket', label: 'Submit a ticket' },
  { way: 'call', label: 'Schedule a call' },
  { way: 'chat', label: 'Start a chat' },
]

/**
 * Ways to write to the team, whose forms open here. The URL may request one: `?write=ticket`, with the subject as
 * `about` and its `category`.
 */
export function ContactOptions() {
  const { open, dialogs } = useSupportDialogs(() => void refreshMySupport())
  const [params, setParams] = useSearchParams()
  const asked = ways.find(({ way }) => way === params.get('write'))?.way
  const about = params.get('about') ?? ''
  const category = params.get('category') ?? undefined
  useEffect(() => {
    if (!asked) return
    open(asked, { subject: about, category })
    // Applied once: neither a reload nor Back opens it again.
    setParams({}, { replace: true })
  }, [asked, about, category, open, setParams])
  return (
    <div className="flex flex-wrap gap-2">
      {ways.map(({ way, label }) => (
        <Button
          key={way}
          small
          look={way === 'ticket' ? 'primary' : 'quiet'}
          aria-haspopup="dialog"
          onClick={() => open(way)}
        >
          {label}
        </Button>
      ))}
      {dialogs}
    </div>
  )
}
