import { Icon } from './Icon.tsx'
import { tickIcon } from './icons/status.tsx'

interface SwitchProps {
  on: boolean
  /** What it switches, for screen readers: 'Ada Reyes is active'. */
  label: string
  /** The state as a word, beside the switch. */
  word: string
  /** The visual style, so that two kinds of switches in one row are not confused. */
  look?: 'lever' | 'seal'
  /** The change is pending. */
  busy?: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

/** Turns something on or off immediately. Shows the stored state, never an expected one. */
export function Switch({
  on,
  label,
  word,
  look = 'lever',
  busy = false,
  disabled = false,
  onChange,
}: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={busy || undefined}
      // Not disabled while busy, because that would take the focus away.
      aria-disabled={busy || undefined}
      disabled={disabled && !busy}
      className="group inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-left disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
      onClick={() => busy || onChange(!on)}
    >
      {look === 'seal' ? <Seal on={on} /> : <Lever on={on} />}
      <span className="text-[0.875rem] whitespace-nowrap text-ink-2" aria-hidden="true">
        {word}
      </span>
    </button>
  )
}

function Lever({ on }: { on: boolean }) {
  return (
    <span
      className={`relative h-5 w-9 flex-none rounded-full border transition-colors ${on ? 'border-gain bg-gain' : 'border-ink-3 bg-sunken group-hover:border-ink-2'}`}
      aria-hidden="true"
    >
      <span
        className={`absolute top-[3px] size-3 rounded-full transition-[left] ${on ? 'left-[19px] bg-surface' : 'left-[3px] bg-ink-3'}`}
      />
    </span>
  )
}

function Seal({ on }: { on: boolean }) {
  return (
    <span
      className={`grid size-6 flex-none place-items-center rounded-full border-2 transition-colors ${on ? 'border-gain text-gain' : 'border-dashed border-ink-3 text-transparent group-hover:border-ink-2'}`}
      aria-hidden="true"
    >
      <Icon path={tickIcon} size={16} />
    </span>
  )
}
