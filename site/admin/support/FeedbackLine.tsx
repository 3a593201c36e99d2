import type { Feedback } from '#contract/admin-desk'
import { Moment } from '#site/admin/shared/Timestamp.tsx'

/** How satisfied the writer was, after closing. */
export function FeedbackLine({ feedback }: { feedback: Feedback }) {
  if (!feedback) return null
  return (
    <section aria-label="Feedback" className="rounded border border-line bg-paper p-4">
      <p className="flex flex-wrap items-center gap-x-3 text-[0.9375rem]">
        <span className="font-medium">
          Satisfaction: <span className="num">{feedback.score} of 5</span>
        </span>
        <Moment instant={feedback.answered_at} />
      </p>
      {feedback.text && (
        <p className="mt-2 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">{feedback.text}</p>
      )}
    </section>
  )
}
