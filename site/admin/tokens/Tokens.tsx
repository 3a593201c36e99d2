import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Token } from '#contract/tokens'
import { countOf } from '#core/format/format'
import { dataOf, type Remote } from '#core/query/remote'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { May } from '#site/admin/shared/may.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { useToast } from '#site/admin/toast/use-toast.ts'
import { Button } from '#ui/Button'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { RemoteFailure } from '#ui/RemoteView'
import { CatalogueView } from './CatalogueView.tsx'
import { CategoriesDialog } from './CategoriesDialog.tsx'
import { $tokenView, refreshCatalogue, refreshTokenList } from './catalogue.ts'
import { TokenDialog } from './TokenDialog.tsx'
import { activateToken, deleteToken, tokenOutcome } from './tokens.ts'

const topics = ['tokens'] as const

/** The catalogue that investors choose from. */
export function Tokens() {
  useLiveRefetch(topics, refreshCatalogue)
  const view = useStore($tokenView)
  const outcome = useToast(tokenOutcome)
  const [editing, setEditing] = useState<{ token: Token | undefined }>()
  const [activating, setActivating] = useState<Token>()
  const [deleting, setDeleting] = useState<Token>()
  const [areCategoriesOpen, setCategoriesOpen] = useState(false)

  return (
    <SectionPage
      title="Token Management"
      outcome={outcome}
      // As high on a phone as with what is known later.
      lead={<span className="block max-sm:min-h-[4.8em]">{leadOf(dataOf(view))}</span>}
      aside={
        <May permission="money">
          <Button look="quiet" aria-haspopup="dialog" onClick={() => setCategoriesOpen(true)}>
            Categories
          </Button>
          <Button aria-haspopup="dialog" onClick={() => setEditing({ token: undefined })}>
            Create token
          </Button>
        </May>
      }
    >
      <Failure view={view} />
      <CatalogueView
        view={view}
        onEdit={(token) => setEditing({ token })}
        onActivate={setActivating}
        onDelete={setDeleting}
        onCreate={() => setEditing({ token: undefined })}
      />
      <TokenDialog of={editing} onClose={() => setEditing(undefined)} />
      <CategoriesDialog open={areCategoriesOpen} onClose={() => setCategoriesOpen(false)} />
      <ConfirmDialog
        of={activating}
        onClose={() => setActivating(undefined)}
        title="Activate token"
        action="Activate token"
        busy="Activating..."
        look="primary"
        run={activateToken}
        onDone={() => {}}
        onOutdated={refreshCatalogue}
        failure="Failed to update token status"
      >
        {({ symbol, name }) => (
          <>
            <strong className="font-medium">
              {symbol} ({name})
            </strong>{' '}
            becomes public: its name, category, location, description and icon, and what has been recorded for
            its series, such as facts, documents, valuations, attestations and any open offering. Investors
            can request it.
          </>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete token"
        action="Delete token"
        busy="Deleting..."
        run={deleteToken}
        onDone={() => {}}
        onOutdated={refreshCatalogue}
        failure="Failed to delete token"
      >
        {({ symbol, name }) => (
          <>
            This deletes{' '}
            <strong className="font-medium">
              {symbol} ({name})
            </strong>{' '}
            from the catalogue. Investments made in it keep its symbol. This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}

function leadOf(tokens: readonly Token[] | undefined): string {
  if (!tokens) return 'What investors choose from, in the order in which it was added.'
  const active = tokens.filter(({ is_active }) => is_active).length
  return `${countOf(tokens.length, 'token')}, ${active} active. Inactive ones are hidden from investors; the home page leaves them out with its next build.`
}

/** Shown when the list could not be read: the list on screen is old, or the built-in one. */
function Failure({ view }: { view: Remote<readonly Token[]> }) {
  const stand = dataOf(view) ? (
    'What is shown is from before.'
  ) : (
    <ProvenanceBadge
      provenance="sample"
      description="The list of tokens could not be loaded. These are the built-in ones; they cannot be changed here."
    />
  )
  return (
    <RemoteFailure
      view={{ ...view, ...(view.status === 'failed' && { last: view.last ?? [] }) }}
      failure="Failed to fetch tokens"
      last={stand}
      label="Retry"
      onRetry={refreshTokenList}
    />
  )
}
