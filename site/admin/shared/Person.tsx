import { Email } from './Email.tsx'

/** An investor in two lines: the name, and the email below it. */
export function Person({ name, email }: { name: string; email: string }) {
  return (
    <>
      <span className="block wrap-anywhere">{name}</span>
      <span className="block text-[0.875rem] leading-snug font-normal text-ink-2">
        <Email of={email} />
      </span>
    </>
  )
}
