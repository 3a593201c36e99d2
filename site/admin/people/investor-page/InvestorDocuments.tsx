import { Link } from 'react-router'
import type { InvestorOverview } from '#contract/people/admin-investor'
import { formatCountOf } from '#core/format/format'
import type { EvidenceItem } from '#shared/enums/verifications'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'

const evidenceNames: Record<EvidenceItem, string> = {
  identity: 'Identity',
  entity: 'Entity',
  address: 'Address',
  investor_kind: 'Investor classification',
}

const row =
  'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b px-[22px] py-2.5 text-[0.9375rem] last:border-b-0 max-sm:px-4'

interface DocumentsProps {
  documents: NonNullable<InvestorOverview['documents']>
  userId: number
}

/** Series documents the investor acknowledged, and evidence by item, which opens in the verification. */
export function InvestorDocuments({ documents: { acknowledged, newest, evidence }, userId }: DocumentsProps) {
  const more = acknowledged - newest.length
  const files = evidence.reduce((sum, item) => sum + item.files, 0)
  return (
    <Panel
      title="Documents"
      aside={
        <span className="text-[0.875rem] text-ink-2">
          {acknowledged} acknowledged, {formatCountOf(files, 'evidence file')}
        </span>
      }
    >
      {acknowledged + files === 0 ? (
        <EmptyState title="No documents">
          No documents have been acknowledged and no evidence has been uploaded.
        </EmptyState>
      ) : (
        <ul aria-label="Documents">
          {newest.map(({ subscription_id, title, version, acknowledged_at }) => (
            <li key={`${subscription_id} ${title} ${version}`} className={row}>
              <span className="min-w-0 wrap-anywhere">
                <Link to={{ search: `?d=subscriptions&item=${subscription_id}` }}>{title}</Link>{' '}
                <span className="text-ink-2">version {version}</span>
              </span>
              <span className="text-ink-2">
                acknowledged <AdminDate instant={acknowledged_at} />
              </span>
            </li>
          ))}
          {more > 0 && <li className={`${row} text-ink-2`}>{more} more acknowledged</li>}
          {evidence.map(({ item, files, last }) => (
            <li key={item} className={row}>
              <span>
                <Link to={{ search: `?d=verifications&item=${userId}` }}>
                  Evidence: {evidenceNames[item]}
                </Link>{' '}
                <span className="text-ink-2">{formatCountOf(files, 'file')}</span>
              </span>
              <span className="text-ink-2">
                uploaded <AdminDate instant={last} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
