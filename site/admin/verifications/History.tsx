import type { HistoryStep, ReviewedVerification } from '#contract/admin-verifications'
import { nameItem } from '#shared/enums/verifications'
import { sentenceCase } from '#shared/words'
import { Moment } from '#site/admin/shared/Timestamp.tsx'

const words: Record<string, string> = {
  ask_again: 'asked again',
  accept_item: 'accepted',
  assign: 'assigned',
  rate: 'rated the risk',
  verify: 'verified',
  refuse: 'refused',
  expire: 'ended',
  listed: 'found to be on the list',
  not_listed: 'found to be another than on the list',
  file_added: 'file added',
  file_removed: 'file removed',
  draft_ending: 'told that the files of the draft will be deleted',
  evidence_removed: 'evidence removed by rule',
  marked_by_hand: 'verified by hand',
  unmarked_by_hand: 'took the verification back by hand',
}

const actorOf = ({ by, admin }: HistoryStep): string =>
  by === 'investor' ? 'Investor' : by === 'system' ? 'Server' : (admin ?? 'Administrator')

/** What happened, newest first. */
export function History({ of: { history } }: { of: ReviewedVerification }) {
  return (
    <section aria-label="History" className="min-w-0">
      <h3 className="mb-3 text-[0.9375rem] font-medium">History</h3>
      {history.length === 0 ? (
        <p className="text-[0.9375rem] text-ink-2">Nothing has happened yet.</p>
      ) : (
        <ol className="grid gap-2.5 text-[0.875rem]">
          {history.map((step) => (
            <li key={step.id} className="border-line border-l-2 pl-3">
              <span className="font-medium">{actorOf(step)}</span>:{' '}
              {words[step.action] ?? sentenceCase(step.action.replaceAll('_', ' ')).toLowerCase()}
              {step.item && `, ${nameItem(step.item)}`}
              <span className="block text-ink-3">
                <Moment instant={step.at} />
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
