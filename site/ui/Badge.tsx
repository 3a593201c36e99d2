import type { ReactNode } from 'react'

const tones = {
  neutral: 'text-ink-2',
  gain: 'text-gain',
  warn: 'text-warn',
  loss: 'text-loss',
  info: 'text-info',
}

export type BadgeTone = keyof typeof tones

/** A state as one word. The color only repeats the word. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-full truncate rounded-[2px] border border-current px-2 py-[3px] text-[0.8125rem] leading-tight ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
