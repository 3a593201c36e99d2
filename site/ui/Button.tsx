import { type AnchorHTMLAttributes, type ButtonHTMLAttributes, type Ref, startTransition } from 'react'

interface ButtonLook {
  look?: 'primary' | 'quiet' | 'danger'
  small?: boolean
}

interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  /** Label while the action is pending; the button is disabled for that time. */
  busy?: string | false | undefined
}

const classesOf = ({ look = 'primary', small = false }: ButtonLook, more = '') =>
  `button button-${look}${small ? ' button-small' : ''} ${more}`.trimEnd()

/**
 * A button in one of the looks, with another label while its action is pending. A button that opens a dialog
 * (`aria-haspopup`) shows its pressed state before the dialog is rendered.
 */
export function Button({ look, small, busy, className, disabled, children, onClick, ...rest }: ButtonProps) {
  const { 'aria-label': label, 'aria-haspopup': popup } = rest
  return (
    <button
      type="button"
      {...rest}
      // The visible label is part of the accessible name, for voice control.
      aria-label={label && busy ? `${label}: ${busy}` : label}
      className={classesOf({ look, small }, className)}
      disabled={disabled || Boolean(busy)}
      aria-busy={busy ? true : undefined}
      onClick={onClick && popup === 'dialog' ? (event) => startTransition(() => onClick(event)) : onClick}
    >
      {busy || children}
    </button>
  )
}

interface LinkButtonProps extends ButtonLook, AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
}

/** A link styled as a button, for targets with a URL, such as downloads. */
export function LinkButton({ look, small, className, ...rest }: LinkButtonProps) {
  return <a {...rest} className={classesOf({ look, small }, className)} />
}
