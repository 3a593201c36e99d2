import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Token } from '#contract/tokens'
import { countOf } from '#core/format/format'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { useToast } from '#site/admin/toast/use-toast.ts'
import { Button } from '#ui/Button'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { RetryBanner } from '#ui/RetryBanner'
import { CatalogueView } from './CatalogueView.tsx'
import { CategoriesDialog } from './CategoriesDialog.tsx'
import { refreshCatalogue } from './catalogue.ts'
import { TokenDialog } from './TokenDialog.tsx'
import { $catalogue, type Catalogue, deleteToken, refreshTokens, tokenOutcome } from './tokens.ts'

const topics = ['tokens'] as const

/** The catalogue that investors choose from. */
export function Tokens() {
  useLiveRefetch(topics, refreshCatalogue)
  const catalogue = useStore($catalogue)
  const outcome = useToast(tokenOutcome)
  const [editing, setEditing] = useState<{ token: Token | undefined }>()
  const [deleting, setDeleting] = useState<Token>()
  const [areCategoriesOpen, setCategoriesOpen] = useState(false)

  return (
    <SectionPage
      title="Token Management"
      outcome={outcome}
      lead={leadOf(catalogue)}
      aside={
        <>
          <Button look="quiet" aria-haspopup="dialog" onClick={() => setCategoriesOpen(true)}>
            Categories
          </Button>
          <Button aria-haspopup="dialog" onClick={() => setEditing({ token: undefined })}>
            Create token
          </Button>
        </>
      }
    >
      <Failure catalogue={catalogue} />
      <CatalogueView
        catalogue={catalogue}
        onEdit={(token) => setEditing({ token })}
        onDelete={setDeleting}
        onCreate={() => setEditing({ token: undefined })}
      />
      <TokenDialog of={editing} onClose={() => setEditing(undefined)} />
      <CategoriesDialog open={areCategoriesOpen} onClose={() => setCategoriesOpen(false)} />
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

function leadOf(catalogue: Catalogue): string {
  if (catalogue.status !== 'ready') return 'What investors choose from, in the order in which it was added.'
  const { tokens } = catalogue
  const active = tokens.filter(({ is_active }) => is_active).length
  return `${countOf(tokens.length, 'token')}, ${active} active. Inactive ones are hidden from investors.`
}

/** Shown when the list could not be read: the list on screen is old, or a sample. */
function Failure({ catalogue }: { catalogue: Catalogue }) {
  const isSample = catalogue.status === 'sample'
  if (!isSample && !(catalogue.status === 'ready' && catalogue.failed)) return null
  return (
    <RetryBanner label="Retry" busy={catalogue.updating} onRetry={refreshTokens}>
      <p>Failed to fetch tokens</p>
      {isSample ? (
        <ProvenanceBadge
          provenance="sample"
          description="The list of tokens could not be loaded. These are the built-in ones; they cannot be changed here."
        />
      ) : (
        <p className="text-[0.875rem] text-ink-2">What is shown is from before.</p>
      )}
    </RetryBanner>
  )
}
