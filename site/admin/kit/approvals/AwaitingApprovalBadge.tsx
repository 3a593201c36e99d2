import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { $pendingApprovalByRow, getApprovalLocation } from './pending-approvals.ts'

/**
 * A badge beside a row with a pending approval request, which links to it. `of` lists row names, such as
 * `transaction:7`.
 */
export function AwaitingApprovalBadge({
  rows,
  className = '',
}: {
  rows: string | readonly string[]
  className?: string
}) {
  const waiting = useStore($pendingApprovalByRow)
  const id = [rows].flat().flatMap((row) => waiting.get(row) ?? [])[0]
  if (id === undefined) return null
  return (
    <Link
      to={getApprovalLocation(id)}
      className={`inline-block max-w-full rounded-[2px] border border-current px-2 py-[3px] text-[0.8125rem] leading-tight font-normal text-warn no-underline hover:underline ${className}`}
    >
      Awaiting approval
    </Link>
  )
}
