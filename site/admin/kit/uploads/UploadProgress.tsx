import { Button } from '#ui/Button'
import '#site/admin/kit/progress-bar.css'

interface UploadProgressProps {
  name: string
  percent: number
  onCancel: () => void
}

/** Upload progress in percent, and a cancel button. */
export function UploadProgress({ name, percent, onCancel }: UploadProgressProps) {
  const isSent = percent >= 100
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded border border-line bg-paper p-4">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex items-baseline justify-between gap-4 text-[0.9375rem]">
          <span className="min-w-0 truncate">{isSent ? `Checking ${name}` : `Uploading ${name}`}</span>
          <span className="num flex-none text-[0.875rem] text-ink-2">{percent}%</span>
        </p>
        <progress className="progress-bar mt-2" max={100} value={percent} aria-label={`Upload of ${name}`} />
      </div>
      <Button look="quiet" small onClick={onCancel}>
        Cancel upload
      </Button>
    </div>
  )
}
