import { Link } from 'react-router'
import type { Token } from '#contract/catalog/tokens'
import type { ListedToken } from '#core/query/catalog/sample-tokens'
import { getSeriesLocation } from '#site/admin/kit/series-location.ts'
import { RequirePermission } from '#site/admin/kit/use-permissions.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { TokenIcon } from '#ui/TokenIcon'
import type { Layout } from './catalog-layout.ts'

/** The element that opens a dialog about a token. */
export interface TokenActions {
  onEdit: (token: Token) => void
  /** Activates an inactive token, or deactivates an active one. */
  onToggle: (token: Token) => void
  onDelete: (token: Token) => void
}

interface TokenTileProps extends TokenActions {
  /** A built-in token has no state and cannot be edited. */
  token: Token | ListedToken
  layout: Layout
}

const isKept = (token: Token | ListedToken): token is Token => 'id' in token

/** A token as investors see it, muted while hidden from them, with its actions. */
export function TokenTile({ token, layout, ...handlers }: TokenTileProps) {
  const kept = isKept(token) ? token : undefined
  const isDim = kept?.is_active === false
  const frame = `panel min-w-0 p-4 ${isDim ? 'bg-transparent! border-dashed!' : ''}`
  const head = (
    <div className="flex min-w-0 items-start gap-3">
      <span className={isDim ? 'opacity-50 grayscale' : undefined}>
        <TokenIcon token={token} />
      </span>
      <div className="min-w-0">
        <h2
          className={`num text-[1rem] leading-tight font-medium wrap-anywhere ${isDim ? 'text-ink-3' : ''}`}
        >
          {token.symbol}
        </h2>
        <p className={`text-[0.9375rem] leading-snug wrap-anywhere ${isDim ? 'text-ink-3' : 'text-ink-2'}`}>
          {token.name}
        </p>
      </div>
    </div>
  )
  const state = kept && <Badge tone={isDim ? 'neutral' : 'gain'}>{isDim ? 'Inactive' : 'Active'}</Badge>
  const facts = (
    <p className="text-[0.8125rem] text-ink-3">
      <span className={`font-medium ${isDim ? '' : 'text-ink-2'}`}>{token.category}</span>
      <span className="block wrap-anywhere">{token.location}</span>
    </p>
  )
  const actions = kept && <Actions token={kept} {...handlers} />

  if (layout === 'list') {
    return (
      <article
        className={`${frame} grid gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_84px_336px] lg:items-center`}
        data-symbol={token.symbol}
        data-inactive={isDim || undefined}
      >
        {head}
        {facts}
        <div className="flex">{state}</div>
        <div className="lg:justify-self-end">{actions}</div>
      </article>
    )
  }
  return (
    <article
      className={`${frame} flex flex-col`}
      data-symbol={token.symbol}
      data-inactive={isDim || undefined}
    >
      <div className="flex items-start justify-between gap-3">
        {head}
        <div className="flex-none">{state}</div>
      </div>
      <div className="mt-3">{facts}</div>
      <p
        className={`mt-2 mb-4 line-clamp-3 text-[0.875rem] leading-normal wrap-anywhere ${isDim ? 'text-ink-3' : ''}`}
      >
        {token.description}
      </p>
      <div className="mt-auto">{actions}</div>
    </article>
  )
}

interface ActionsProps extends TokenActions {
  token: Token
}

function Actions({ token, onEdit, onToggle, onDelete }: ActionsProps) {
  const name = <span className="visually-hidden"> {token.symbol}</span>
  return (
    <div className="flex flex-wrap gap-2">
      <Link className="button button-quiet button-small" to={{ search: getSeriesLocation(token.symbol) }}>
        Open{name}
      </Link>
      <RequirePermission permission="money">
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => onEdit(token)}>
          Edit{name}
        </Button>
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => onToggle(token)}>
          {token.is_active ? 'Deactivate' : 'Activate'}
          {name}
        </Button>
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => onDelete(token)}>
          Delete{name}
        </Button>
      </RequirePermission>
    </div>
  )
}
