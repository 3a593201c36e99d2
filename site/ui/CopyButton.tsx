import { useEffect, useState } from 'react'
import { Icon } from './Icon.tsx'
import { copyIcon } from './icons/documents.tsx'
import { checkIcon } from './icons/status.tsx'

/** Milliseconds for which the result of copying is shown. */
const RESULT_MS = 2_000

interface CopyButtonProps {
  text: string
  /** What is copied, used in the button's name: `the reference`. */
  name: string
}

/** Copies text to the clipboard and says whether it worked, because browsers may deny it. */
export function CopyButton({ text, name }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(undefined), RESULT_MS)
    return () => clearTimeout(timer)
  }, [result])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      setResult('failed')
    }
  }
  return (
    <>
      <button
        type="button"
        className="inline-grid size-7 flex-none cursor-pointer place-items-center rounded-[2px] align-middle text-ink-3 hover:text-ink print:hidden"
        aria-label={`Copy ${name}`}
        title="Copy"
        onClick={copy}
      >
        <Icon path={result === 'copied' ? checkIcon : copyIcon} size={15} />
      </button>
      <span role="status" className="visually-hidden">
        {result === 'copied' && 'Copied'}
        {result === 'failed' && 'Your browser blocked copying'}
      </span>
    </>
  )
}
