import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'

interface RowActionProps {
  /** An icon from `#ui/icons`. */
  icon: string
  /** The action in a word or two, shown as a tooltip, and beside the icon on a phone. */
  label: string
  /** The same with its object, for screen readers: 'Delete Ada Reyes'. */
  name: string
  /** The label while it is in progress. */
  busy?: string | false
  disabled?: boolean
  onClick: () => void
  /** Whether it opens a dialog. */
  opensDialog?: boolean
}

const face = (icon: string, word: ReactNode) => (
  <>
    <Icon path={icon} size={17} />
    <span className="row-action-word">{word}</span>
  </>
)

/** A button at the end of a row: an icon in a table, with its label on a phone. */
export function RowAction({ icon, label, name, busy, disabled, onClick, opensDialog }: RowActionProps) {
  return (
    <Button
      look="quiet"
      small
      className="row-action"
      aria-label={busy ? `${name}: ${busy}` : name}
      aria-busy={busy ? true : undefined}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      title={label}
      disabled={disabled || Boolean(busy)}
      onClick={onClick}
    >
      {face(icon, busy || label)}
    </Button>
  )
}

/** A link at the end of a row, styled like `RowAction`. `to` is the query string of a panel URL. */
export function RowLink({
  icon,
  label,
  name,
  to,
}: Pick<RowActionProps, 'icon' | 'label' | 'name'> & { to: string }) {
  return (
    <Link
      className="button button-quiet button-small row-action"
      to={{ search: to }}
      aria-label={name}
      title={label}
    >
      {face(icon, label)}
    </Link>
  )
}

interface RowOpenProps {
  /** The item's id; the focus returns to this link when the item is closed, see `useReturnFocus`. */
  item: number | string
  /** The name of the row. */
  name: string
  /** The query string of the item. */
  to: string
}

/** A link that opens the item of a row beside its list. */
export function RowDetailLink({ item, name, to }: RowOpenProps) {
  return (
    <Link
      className="button button-quiet button-small"
      data-item={item}
      to={{ search: to }}
      aria-label={`Open ${name}`}
      preventScrollReset
    >
      Open
    </Link>
  )
}
