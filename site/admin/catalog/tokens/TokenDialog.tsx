import { adminTokens, TokenBody } from '#contract/catalog/admin-tokens'
import type { Token } from '#contract/catalog/tokens'
import { getFieldRules } from '#contract/schema-builders'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import { ReasonField } from '#site/admin/kit/form/ReasonField.tsx'
import { CategoryField } from './CategoryField.tsx'
import { ColorPicker } from './ColorPicker.tsx'
import { refreshCatalog } from './catalog-store.ts'
import { IconPicker } from './IconPicker.tsx'
import { refetchToken, saveToken } from './token-actions.ts'
import {
  emptyTokenForm,
  type TokenFormValues,
  tokenFieldLabels,
  toTokenFormValues,
  validateToken,
} from './token-form.ts'

const lengthOf = (name: Exclude<keyof TokenFormValues, 'reason'>) => getFieldRules(TokenBody, name).maxLength

interface TokenDialogProps {
  /** The edited token, or `{ token: undefined }` for a new one; undefined while the dialog is closed. */
  target: { token: Token | undefined } | undefined
  onClose: () => void
}

/** Creates or edits a token. Every field is required. */
export function TokenDialog({ target, onClose }: TokenDialogProps) {
  return (
    <EditDialog<{ token: Token | undefined }, TokenFormValues, Token>
      target={target}
      onClose={onClose}
      title={target?.token ? `Edit ${target.token.symbol}` : 'Create token'}
      size="wide"
      form={({ token }) => ({
        initial: { values: token ? toTokenFormValues(token) : emptyTokenForm, updatedAt: token?.updated_at },
        check: validateToken,
        save: (draft, options) => saveToken(draft, token?.id, options),
        readLastChange: token && getLastChange({ entity: 'token', id: token.id }),
        reread: token && (() => refetchToken(token.id)),
        failure: 'Failed to save token',
      })}
      labels={tokenFieldLabels}
      submit={target?.token ? 'Save token' : 'Create token'}
      onGone={refreshCatalog}
      busy="Saving..."
      approval={(_, { token }) => ({
        endpoint: token ? adminTokens.update : adminTokens.create,
        // A new one is inactive.
        ...(!token && { isNeeded: false }),
      })}
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
          <TextareaField
            form={form}
            name="description"
            label="Description"
            required
            maxLength={lengthOf('description')}
            rows={4}
          />
          <ColorPicker form={form} />
          <IconPicker form={form} />
          <ReasonField form={form} name="reason" isHidden />
        </>
      )}
    </EditDialog>
  )
}
