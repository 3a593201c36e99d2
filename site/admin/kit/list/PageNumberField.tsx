import { type FormEvent, useEffect, useId, useState } from 'react'
import { formatCount } from '#core/format/format'
import { Input } from '#ui/Field'
import { parsePageNumber } from './list-store.ts'

interface PageFieldProps {
  page: number
  pages: number
  onGo: (page: number) => void
}

/**
 * 'Page [12] of 4,000': Enter opens the typed page; an invalid page number shows a message below and changes nothing.
 */
export function PageNumberField({ page, pages, onGo }: PageFieldProps) {
  const id = useId()
  const [text, setText] = useState(String(page))
  const [problem, setProblem] = useState('')
  const reset = () => {
    setText(String(page))
    setProblem('')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is on screen, whoever chose it
  useEffect(reset, [page, pages])
  const go = (event: FormEvent) => {
    event.preventDefault()
    const wanted = parsePageNumber(text, pages)
    if (wanted === undefined) setProblem(`Enter a page number from 1 to ${formatCount(pages)}`)
    else if (wanted === page) reset()
    else onGo(wanted)
  }
  return (
    <form noValidate className="flex flex-wrap items-center gap-2 tabular-nums" onSubmit={go}>
      <label htmlFor={id}>Page</label>
      <Input
        id={id}
        className="!min-h-[38px] !py-1.5 text-center text-[0.875rem] !px-1"
        style={{ width: `${Math.max(3, String(pages).length) + 2}ch` }}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={12}
        value={text}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-total ${id}-problem` : `${id}-total`}
        onChange={({ target }) => {
          setText(target.value)
          setProblem('')
        }}
        onFocus={({ target }) => target.select()}
        onBlur={() => problem === '' && reset()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') reset()
        }}
      />
      <span id={`${id}-total`}>of {formatCount(pages)}</span>
      {problem && (
        <span id={`${id}-problem`} className="basis-full text-loss" role="alert">
          {problem}
        </span>
      )}
    </form>
  )
}
