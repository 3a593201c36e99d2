import type { ListedToken } from '#core/query/catalog/tokens'
import { getCategoryPattern } from '#shared/category-hatch'
import { PatternSwatch } from '#ui/PatternSwatch'
import { TokenIcon } from '#ui/TokenIcon'

interface TokenCardProps {
  token: ListedToken
  /** This token is being saved. */
  saving: boolean
  /** A token is being saved, this one or another. */
  disabled: boolean
  /** Its request is pending. */
  requested: boolean
  onChoose: () => void
}

/** A selectable token: the whole card is the button, labeled by all of its text, symbol and name first. */
export function TokenCard({ token, saving, disabled, requested, onChoose }: TokenCardProps) {
  const isOff = disabled || requested
  return (
    <button
      type="button"
      // Not `disabled`, which would take the focus from the selected card.
      aria-disabled={isOff || undefined}
      aria-busy={saving || undefined}
      onClick={() => isOff || onChoose()}
      className="flex flex-1 cursor-pointer flex-col p-4 text-left aria-disabled:cursor-default aria-busy:cursor-progress"
    >
      <span className="flex w-full items-start gap-3">
        <TokenIcon token={token} />
        <span className="min-w-0">
          <span className="num block font-medium wrap-anywhere">{token.symbol}</span>{' '}
          <span className="block text-[0.9375rem] leading-snug text-ink-2 wrap-anywhere">{token.name}</span>
        </span>
      </span>
      <span className="mt-3 flex flex-1 flex-col">
        <span className="text-[0.8125rem] text-ink-3">
          <span className="flex items-start gap-2 font-medium text-ink-2">
            <span className="flex h-[1lh] items-center">
              <PatternSwatch hatch={getCategoryPattern(token.category)} />
            </span>
            {token.category}
          </span>
          <span className="block">{token.location}</span>
        </span>
        <span className="mt-2 flex-1 text-[0.875rem] leading-normal wrap-anywhere">{token.description}</span>
        <span className="mt-3 text-[0.8125rem] font-medium text-accent-text">
          {saving ? 'Saving...' : requested ? 'Requested' : 'Click to select'}
        </span>
      </span>
    </button>
  )
}
