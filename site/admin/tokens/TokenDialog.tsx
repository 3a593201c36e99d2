import { TokenBody } from '#contract/admin-tokens'
import { fieldRules } from '#contract/schema'
import type { Token } from '#contract/tokens'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField, TextField } from '#site/admin/form/fields.tsx'
import { readLastChange } from '#site/admin/form/last-change.ts'
import { CategoryField } from './CategoryField.tsx'
import { ColorChoice } from './ColorChoice.tsx'
import { refreshCatalogue } from './catalogue.ts'
import { checkDraft, type Draft, draftLabels, draftOf, emptyDraft } from './draft.ts'
import { IconChoice } from './IconChoice.tsx'
import { refetchToken, saveToken } from './tokens.ts'

const lengthOf = (name: keyof Draft) => fieldRules(TokenBody, name).maxLength

interface TokenDialogProps {
  /** The edited token, or `{ token: undefined }` for a new one; undefined while the dialog is closed. */
  of: { token: Token | undefined } | undefined
  onClose: () => void
}

/** Creates a token or changes one. Every field is required. */
export function TokenDialog({ of, onClose }: TokenDialogProps) {
  return (
    <EditDialog<{ token: Token | undefined }, Draft, Token>
      of={of}
      onClose={onClose}
      title={of?.token ? `Edit ${of.token.symbol}` : 'Create token'}
      size="wide"
      form={({ token }) => ({
        initial: { values: token ? draftOf(token) : emptyDraft, updatedAt: token?.updated_at },
        check: checkDraft,
        save: (draft, options) => saveToken(draft, token?.id, options),
        readLastChange: token && readLastChange({ entity: 'token', id: token.id }),
        reread: token && (() => refetchToken(token.id)),
        failure: 'Failed to save token',
      })}
      labels={draftLabels}
      submit={of?.token ? 'Save token' : 'Create token'}
      onGone={refreshCatalogue}
      busy="Saving..."
      onSaved={() => {}}
    >
      {(form) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              form={form}
              name="symbol"
              label="Symbol"
              required
              maxLength={lengthOf('symbol')}
              placeholder="$SYMBOL"
              autoComplete="off"
              data-autofocus
            />
            <TextField
              form={form}
              name="name"
              label="Name"
              required
              maxLength={lengthOf('name')}
              autoComplete="off"
            />
            <CategoryField form={form} />
            <TextField
              form={form}
              name="location"
              label="Location"
              required
              maxLength={lengthOf('location')}
              autoComplete="off"
            />
          </div>
          <AreaField
            form={form}
            name="description"
            label="Description"
            required
            maxLength={lengthOf('description')}
            rows={4}
          />
          <ColorChoice form={form} />
          <IconChoice form={form} />
        </>
      )}
    </EditDialog>
  )
}
