import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { adminTokens } from '#contract/catalog/admin-tokens'
import type { Token } from '#contract/catalog/tokens'
import { formatCountOf } from '#core/format/format'
import { getData, type Remote } from '#core/query/remote'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { useToast } from '#site/admin/kit/toasts/use-toast.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { RequirePermission } from '#site/admin/kit/use-permissions.tsx'
import { Button } from '#ui/Button'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { RemoteError } from '#ui/RemoteView'
import { CatalogView } from './CatalogView.tsx'
import { CategoriesDialog } from './CategoriesDialog.tsx'
import { $tokenView, refreshCatalog, refreshTokenList } from './catalog-store.ts'
import { TokenDialog } from './TokenDialog.tsx'
import { deleteToken, setTokenStatus, tokenToasts } from './token-actions.ts'

const topics = ['tokens'] as const

/** The catalog that investors choose from. */
export function Tokens() {
  useRefetchOnEvents(topics, refreshCatalog)
  const view = useStore($tokenView)
  const outcome = useToast(tokenToasts)
  const [editing, setEditing] = useState<{ token: Token | undefined }>()
  const [toggling, setToggling] = useState<Token>()
  const [deleting, setDeleting] = useState<Token>()
  const [areCategoriesOpen, setCategoriesOpen] = useState(false)

  return (
    <SectionPage
      title="Token Management"
      outcome={outcome}
      // On a phone, as tall as it will be once everything is loaded.
      lead={<span className="block max-sm:min-h-[4.8em]">{leadOf(getData(view))}</span>}
      aside={
        <RequirePermission permission="money">
          <Button look="quiet" aria-haspopup="dialog" onClick={() => setCategoriesOpen(true)}>
            Categories
          </Button>
          <Button aria-haspopup="dialog" onClick={() => setEditing({ token: undefined })}>
            Create token
          </Button>
        </RequirePermission>
      }
    >
      <Failure view={view} />
      <CatalogView
        view={view}
        onEdit={(token) => setEditing({ token })}
        onToggle={setToggling}
        onDelete={setDeleting}
        onCreate={() => setEditing({ token: undefined })}
      />
      <TokenDialog target={editing} onClose={() => setEditing(undefined)} />
      <CategoriesDialog open={areCategoriesOpen} onClose={() => setCategoriesOpen(false)} />
      <ConfirmDialog
        target={toggling}
        onClose={() => setToggling(undefined)}
        title={toggling?.is_active ? 'Deactivate token' : 'Activate token'}
        action={toggling?.is_active ? 'Deactivate token' : 'Activate token'}
        busy="Saving..."
        look="primary"
        takesReason
        approval={{ endpoint: adminTokens.setStatus }}
        run={(token, said) => setTokenStatus(token, !token.is_active, said)}
        onDone={() => {}}
        onOutdated={refreshCatalog}
        failure="Failed to update token status"
      >
        {({ symbol, name, is_active }) => (
          <>
            <strong className="font-medium">
              {symbol} ({name})
            </strong>{' '}
            {is_active
              ? 'and its series will be hidden from investors and visitors. Investors keep their units.'
              : 'will become public, including its name, category, location, description and icon, and the key facts, documents, valuations, attestations and any open offering of its series. Investors will be able to request it.'}
          </>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete token"
        action="Delete token"
        busy="Deleting..."
        run={deleteToken}
        onDone={() => {}}
        onOutdated={refreshCatalog}
        failure="Failed to delete token"
      >
        {({ symbol, name }) => (
          <>
            <strong className="font-medium">
              {' '}
              {symbol} ({name}){' '}
            </strong>{' '}
            will be deleted from the catalog. Existing investments keep the symbol. This action cannot be
            undone.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}

function leadOf(tokens: readonly Token[] | undefined): string {
  if (!tokens) return 'Tokens available to investors, in the order added.'
  const active = tokens.filter(({ is_active }) => is_active).length
  return `${formatCountOf(tokens.length, 'token')}, ${active} active. Inactive tokens are hidden from investors, and from the home page after the next build.`
}

/** Shown if the list could not be loaded: the list on screen is old, or the built-in one. */
function Failure({ view }: { view: Remote<readonly Token[]> }) {
  const stand = getData(view) ? (
    'Showing the last data loaded.'
  ) : (
    <ProvenanceBadge
      provenance="sample"
      description="The token list could not be loaded. Showing the built-in tokens, which cannot be edited."
    />
  )
  return (
    <RemoteError
      view={{ ...view, ...(view.status === 'failed' && { lastData: view.lastData ?? [] }) }}
      failure="Failed to fetch tokens"
      last={stand}
      label="Retry"
      onRetry={refreshTokenList}
    />
  )
}
