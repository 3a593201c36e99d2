import { useEffect, useId, useRef, useState } from 'react'
import { saveFile } from '#core/api/save-file'
import { Button } from '#ui/Button'
import './recovery-codes.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** The account name, for the file. */
  account: string
  isBusy: boolean
  /** Called once the user has confirmed that they are saved. */
  onKept: () => void
}

/**
 * Recovery codes, shown once, until the user confirms that they are saved. They are in the page, where no key press
 * closes them.
 */
export function RecoveryCodes({ codes, account, isBusy, onKept }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false)
  const [result, setResult] = useState('')
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const about = `Recovery codes for ${account} at ${location.host}. Each works once.`

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setResult('Copied')
    } catch {
      setResult('Your browser blocked copying')
    }
  }
  const download = () => {
    saveFile(new Blob([[about, '', ...codes, ''].join('\n')], { type: 'text/plain' }), 'recovery-codes.txt')
    setResult('Downloaded')
  }

  return (
    <section
      aria-labelledby={titleId}
      className="recovery-sheet border-line border-t bg-sunken px-[22px] py-6 max-sm:px-4"
    >
      <h3 ref={heading} id={titleId} tabIndex={-1} className="text-[1.0625rem] font-medium outline-none">
        Save your recovery codes
      </h3>
      <p className="mt-1 max-w-[64ch] text-[0.9375rem] text-ink-2 print:hidden">
        Use a recovery code to sign in if you lose your device. Each code works once. They are shown only now,
        so store them somewhere safe.
      </p>
      <p className="hidden print:block">{about}</p>
      <ul className="mt-4 grid max-w-[26rem] grid-cols-2 gap-x-8 gap-y-2 rounded border border-line bg-surface p-5 font-mono text-[0.9375rem] whitespace-nowrap max-sm:gap-x-4 max-sm:p-4 max-sm:text-[0.875rem] max-[24rem]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-3 print:hidden">
        <Button look="quiet" small onClick={copy}>
          Copy
        </Button>
        <Button look="quiet" small onClick={download}>
          Download
        </Button>
        <Button look="quiet" small onClick={() => window.print()}>
          Print
        </Button>
        <span role="status" className="text-[0.875rem] text-ink-2">
          {result}
        </span>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-4 print:hidden">
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" checked={isKept} onChange={({ target }) => setKept(target.checked)} />I have
          saved these codes in a safe place
        </label>
        <Button small disabled={!isKept} busy={isBusy && 'Please wait...'} onClick={onKept}>
          Done
        </Button>
      </div>
    </section>
  )
}
