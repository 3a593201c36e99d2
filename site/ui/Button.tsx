import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'

interface ButtonLook {
  look?: 'primary' | 'quiet' | 'danger'
  small?: boolean
}

interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  /** What the button says while its work is under way; it is disabled for that time. */
  busy?: string | false | undefined
}

const classesOf = ({ look = 'primary', small = false }: ButtonLook, more = '') =>
  `button button-${look}${small ? ' button-small' : ''} ${more}`.trimEnd()

/** A button in one of the looks, which says what it does while that is under way. */
export function Button({ look, small, busy, className, disabled, children, ...rest }: ButtonProps) {
  const { 'aria-label': label } = rest
  return (
    <button
      type="button"
      {...rest}
      // What stands on it is part of its name, for those who speak it.
      aria-label={label && busy ? `${label}: ${busy}` : label}
      className={classesOf({ look, small }, className)}
      disabled={disabled || Boolean(busy)}
      aria-busy={busy ? true : undefined}
    >
      {busy || children}
    </button>
  )
}

interface LinkButtonProps extends ButtonLook, AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
}

/** A link that looks like a button: for what has an address, such as a download. */
export function LinkButton({ look, small, className, ...rest }: LinkButtonProps) {
  return <a {...rest} className={classesOf({ look, small }, className)} />
}
