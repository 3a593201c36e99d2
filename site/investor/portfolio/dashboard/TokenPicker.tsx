import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { OpenOffering } from '#contract/catalog/series'
import { getSeriesPath, getSubscribePath } from '#core/format/series-paths'
import { $openOfferings } from '#core/query/catalog/series'
import {
  $tokens,
  ALL_TOKENS,
  countCategories,
  filterTokens,
  type ListedToken,
  refreshTokens,
} from '#core/query/catalog/tokens'
import { $tokenRequest, requestInvestment } from '#core/query/portfolio/token-request'
import { getData } from '#core/query/remote'
import { getCategoryPattern } from '#shared/category-hatch'
import { isSeriesCode, toSeriesCode } from '#shared/series-code'
import { IllustrativeBadge } from '#site/investor/kit/IllustrativeBadge.tsx'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { NativeDialog } from '#ui/NativeDialog'
import { PatternSwatch } from '#ui/PatternSwatch'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { OfferingTerms } from './OpenOfferings.tsx'
import { TokenCard } from './TokenCard.tsx'

interface TokenPickerProps {
  open: boolean
  /** The token of a pending request, which a new one replaces. */
  pending: string | undefined
  onClose: () => void
}

/**
 * The dialog for selecting a token. The selection is sent immediately, or after a confirmation if it replaces a pending
 * request. It closes once the request has been stored or rejected.
 */
export function TokenPicker({ open, pending, onClose }: TokenPickerProps) {
  const view = useStore($tokens)
  const listed = getData(view)
  const isSample = listed?.source === 'sample'
  const { status } = useStore($tokenRequest)
  // A token can still be selected without them.
  const offerings = useStore($openOfferings)

  const [asked, setAsked] = useState<ListedToken>()
  const card = useRef<Element>(null)
  const choose = (token: ListedToken) => {
    if (!pending) return void requestInvestment(token)
    card.current = document.activeElement
    setAsked(token)
  }
  // Back from the confirmation.
  useEffect(() => {
    if (!asked && card.current instanceof HTMLElement) card.current.focus()
  }, [asked])

  // The tokens are refetched each time the dialog opens.
  useEffect(() => {
    setAsked(undefined)
    if (open) void refreshTokens()
  }, [open])

  const decided = status.name === 'saved' || status.name === 'failed'
  useEffect(() => {
    if (decided) onClose()
  }, [decided, onClose])

  return (
    <NativeDialog open={open} onClose={onClose} title="Select Investment Token" size="wide">
      {asked && pending && <Replacement symbol={pending} by={asked} onKeep={() => setAsked(undefined)} />}
      <div hidden={asked !== undefined}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-ink-2">Choose from our premium geological investment opportunities</p>
          {isSample && <SampleMark updating={view.isFetching} />}
        </div>
        {view.status === 'failed' && !isSample && (
          <div className="mt-4">
            <RemoteError
              view={view}
              failure="Failed to fetch tokens"
              last="Showing the last list loaded."
              onRetry={refreshTokens}
            />
          </div>
        )}
        <p className="mt-2 max-w-[72ch] text-[0.875rem] text-ink-2">
          Selecting a token submits an investment request: it is not a commitment, nothing is charged, and the
          investment team will contact you. Where an offering is open, you can subscribe instead, which
          reserves units at the offering price.
        </p>
        {listed && offerings.status !== 'loading' ? (
          <Choice tokens={listed.data} offerings={getData(offerings)} pending={pending} onChoose={choose} />
        ) : (
          <Loading />
        )}
        <p className="mt-6 border-line border-t pt-4 text-[0.8125rem] leading-snug text-ink-3">
          Tokens are backed by verified geological assets and regulatory compliance. The tokens listed today
          are illustrative and have not yet met these requirements. For requirements and risks, see the{' '}
          <a
            className="underline underline-offset-2"
            href="/docs/investment-prospectus"
            target="_blank"
            rel="noopener"
          >
            prospectus<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
          .
        </p>
      </div>
    </NativeDialog>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

interface ReplacementProps {
  /** The symbol of the token whose request is pending. */
  symbol: string
  by: ListedToken
  onKeep: () => void
}

/** Asks for confirmation before a request replaces the pending one. */
function Replacement({ symbol, by, onKeep }: ReplacementProps) {
  const isSaving = useStore($tokenRequest).status.name === 'saving'
  return (
    <section ref={takeFocus} tabIndex={-1} className="outline-none" aria-labelledby="replacement">
      <h3 id="replacement" className="text-[1.125rem] wrap-anywhere">
        Replace your request for {symbol}?
      </h3>
      <p className="mt-2 max-w-[64ch] text-ink-2 wrap-anywhere">
        You can have only one open request. Your request for {symbol} will be cancelled and replaced by a
        request for {by.symbol} ({by.name}). Nothing is charged.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={() => requestInvestment(by)} busy={isSaving && 'Saving...'}>
          Request {by.symbol} instead
        </Button>
        <Button look="quiet" onClick={onKeep} disabled={isSaving}>
          Keep {symbol} request
        </Button>
      </div>
    </section>
  )
}

function SampleMark({ updating }: { updating: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-3">
      <ProvenanceBadge
        provenance="sample"
        description="The token list could not be loaded. This is a built-in list and may be out of date."
      />
      <Button look="quiet" small onClick={refreshTokens} busy={updating && 'Loading...'}>
        Try again
      </Button>
    </p>
  )
}

interface ChoiceProps {
  tokens: readonly ListedToken[]
  /** Undefined if they could not be loaded. */
  offerings: readonly OpenOffering[] | undefined
  pending: string | undefined
  onChoose: (token: ListedToken) => void
}

function Choice({ tokens, offerings, pending, onChoose }: ChoiceProps) {
  const request = useStore($tokenRequest)
  const [category, setCategory] = useState(ALL_TOKENS)
  const saving = request.status.name === 'saving' ? request.values.symbol : undefined
  const shown = filterTokens(tokens, category)
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons */}
      <div className="mt-5 flex flex-wrap gap-2" role="group" aria-label="Category">
        {countCategories(tokens).map(({ name, count }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === category}
            onClick={() => setCategory(name)}
            className="flex min-h-[38px] cursor-pointer items-center gap-2 rounded border border-line-strong px-3 py-1.5 text-[0.875rem] text-ink-2 hover:border-ink hover:text-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
          >
            {name !== ALL_TOKENS && <PatternSwatch hatch={getCategoryPattern(name)} />}
            <span>
              {name} <span className="num ml-1 text-[0.8125rem]">{count}</span>
            </span>
          </button>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {shown.length === 1 ? '1 token' : `${shown.length} tokens`}
      </p>
      {shown.length === 0 && (
        <EmptyState title="No tokens available">
          <p>
            {tokens.length === 0
              ? 'No tokens are currently open for investment.'
              : 'No tokens in this category are currently open.'}
          </p>
        </EmptyState>
      )}
      <ul className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2">
        {shown.map((token) => (
          // Off-screen cards are styled and laid out only when scrolled to.
          <li
            key={token.symbol}
            className="flex flex-col rounded border border-line bg-paper [contain-intrinsic-size:auto_300px] [content-visibility:auto] has-[button:hover]:border-ink has-[button[aria-busy]]:border-accent-text"
          >
            <TokenCard
              token={token}
              saving={saving === token.symbol}
              disabled={saving !== undefined}
              requested={token.symbol === pending}
              onChoose={() => onChoose(token)}
            />
            <TokenOffer
              symbol={token.symbol}
              offering={offerings && (offerings.find(({ symbol }) => symbol === token.symbol) ?? null)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface TokenOfferProps {
  symbol: string
  /** Null if there is no open one; undefined if they could not be loaded. */
  offering: OpenOffering | null | undefined
}

/** Below a token: the terms of its open offering, and a link to details. */
function TokenOffer({ symbol, offering }: TokenOfferProps) {
  const hasSheet = isSeriesCode(toSeriesCode(symbol))
  return (
    <div className="border-line border-t px-4 py-3 text-[0.8125rem]">
      {offering === null && <p className="text-ink-3">No open offering</p>}
      {offering && (
        <>
          <IllustrativeBadge series={offering} />
          <OfferingTerms offering={offering} />
        </>
      )}
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-accent-text empty:hidden">
        {offering && (
          <Link className="underline underline-offset-4" to={getSubscribePath(symbol)}>
            Subscribe with an amount<span className="visually-hidden"> for {symbol}</span>
          </Link>
        )}
        {hasSheet && (
          <a
            className="underline underline-offset-4"
            href={getSeriesPath(symbol)}
            target="_blank"
            rel="noopener"
          >
            View details<span className="visually-hidden"> of {symbol} (opens in a new tab)</span>
          </a>
        )}
      </p>
    </div>
  )
}

const PLACES = ['a', 'b', 'c', 'd']

function Loading() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading tokens
      </p>
      <Skeleton className="mt-5 h-[38px] w-full" />
      <ul className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2">
        {PLACES.map((place) => (
          <li key={place}>
            <Skeleton className="h-[300px] w-full" />
          </li>
        ))}
      </ul>
    </div>
  )
}
