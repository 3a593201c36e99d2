import type { VerificationHistoryEntry, VerificationReview } from '#contract/compliance/admin-verifications'
import { toSentenceCase } from '#shared/case-format'
import { getItemName } from '#shared/enums/verifications'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'

const words: Record<string, string> = {
  ask_again: 'requested more information',
  accept_item: 'accepted',
  assign: 'assigned',
  rate: 'set the risk rating',
  verify: 'verified',
  refuse: 'rejected',
  expire: 'ended the verification',
  listed: 'confirmed a watchlist match',
  not_listed: 'cleared a watchlist match',
  file_added: 'file added',
  file_removed: 'file removed',
  draft_ending: 'notified the investor that the files of the draft will be deleted',
  evidence_removed: 'evidence deleted after retention period',
  marked_by_hand: 'verified manually',
  unmarked_by_hand: 'removed the verification manually',
}

const actorOf = ({ by, admin }: VerificationHistoryEntry): string =>
  by === 'investor' ? 'Investor' : by === 'system' ? 'System' : (admin ?? 'Administrator')

/** The history, newest first. */
export function VerificationHistory({ review: { history } }: { review: VerificationReview }) {
  return (
    <section aria-label="History" className="min-w-0">
      <h3 className="mb-3 text-[0.9375rem] font-medium">History</h3>
      {history.length === 0 ? (
        <p className="text-[0.9375rem] text-ink-2">No history yet.</p>
      ) : (
        <ol className="grid gap-2.5 text-[0.875rem]">
          {history.map((step) => (
            <li key={step.id} className="border-line border-l-2 pl-3">
              <span className="font-medium">{actorOf(step)}</span>:{' '}
              {words[step.action] ?? toSentenceCase(step.action.replaceAll('_', ' ')).toLowerCase()}
              {step.item && `, ${getItemName(step.item)}`}
              <span className="block text-ink-3">
                <AdminDateTime instant={step.at} />
              </span>
              {step.reason && (
                <span className="block whitespace-pre-line text-ink-2 wrap-anywhere">{step.reason}</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
