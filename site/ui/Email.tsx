import { Fragment } from 'react'

/** An email address that breaks after its punctuation, not inside a word: `ada.reyes@` / `example.com`. */
export function Email({ address: email }: { address: string }) {
  const parts = email.split(/(?<=[@.+_-])/)
  return (
    <span className="wrap-break-word">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
