import type { Feedback } from '#contract/desk/admin-support-items'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'

/** The writer's satisfaction rating after closing. */
export function SatisfactionRating({ feedback }: { feedback: Feedback }) {
  if (!feedback) return null
  return (
    <section aria-label="Feedback" className="rounded border border-line bg-paper p-4">
      <p className="flex flex-wrap items-center gap-x-3 text-[0.9375rem]">
        <span className="font-medium">
          Satisfaction: <span className="num">{feedback.score} out of 5</span>
        </span>
        <AdminDateTime instant={feedback.answered_at} />
      </p>
      {feedback.text && (
        <p className="mt-2 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">{feedback.text}</p>
      )}
    </section>
  )
}
