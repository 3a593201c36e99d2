import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useSupportDialogs, type Way } from '#site/support-forms/use-support-dialogs.tsx'
import { Button } from '#ui/Button'
import { refreshMySupport } from './my-support.ts'

const ways: readonly { way: Way; label: string }[] = [
  { way: 'ticket', label: 'Open a ticket' },
  { way: 'call', label: 'Schedule a call' },
  { way: 'chat', label: 'Start a chat' },
]

/**
 * The ways to write to the team, whose forms open here. The address may ask for one: `?write=ticket`, with the subject
 * as `about` and its `category`.
 */
export function Ways() {
  const { open, dialogs } = useSupportDialogs(() => void refreshMySupport())
  const [params, setParams] = useSearchParams()
  const asked = ways.find(({ way }) => way === params.get('write'))?.way
  const about = params.get('about') ?? ''
  const category = params.get('category') ?? undefined
  useEffect(() => {
    if (!asked) return
    open(asked, { subject: about, category })
    // Asked once: a reload or a way back does not open it again.
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
