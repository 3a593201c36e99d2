import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { $waitingFor, approvalLocation } from './waiting.ts'

/** Beside a row for which a proposal waits: a link to it. `of` are names of the row, such as `transaction:7`. */
export function WaitingBadge({ of, className = '' }: { of: string | readonly string[]; className?: string }) {
  const waiting = useStore($waitingFor)
  const id = [of].flat().flatMap((row) => waiting.get(row) ?? [])[0]
  if (id === undefined) return null
  return (
    <Link
      to={approvalLocation(id)}
      className={`inline-block max-w-full rounded-[2px] border border-current px-2 py-[3px] text-[0.8125rem] leading-tight font-normal text-warn no-underline hover:underline ${className}`}
    >
      Waiting for approval
    </Link>
  )
}
