import { adminTokens } from '#contract/catalog/admin-tokens'
import type { Token } from '#contract/catalog/tokens'
import { callAdminApi } from '#core/api/admin-api'
import type { SaveOptions } from '#core/form/row-form'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { createToastStore } from '#site/admin/kit/toasts/toast-store.ts'
import { refreshCatalog } from './catalog-store.ts'
import { type TokenFormValues, toTokenFormValues } from './token-form.ts'

/** Toasts for the changes. */
export const tokenToasts = createToastStore()

/** Shows a token to investors, or hides it from them. Throws as `callAdminApi` does. */
export async function setTokenStatus(
  { id, updated_at, symbol }: Token,
  is_active: boolean,
  said: { reason?: string },
): Promise<void> {
  await callAdminApi(adminTokens.setStatus, { params: { id }, body: { is_active, updated_at, ...said } })
  await refreshCatalog()
  tokenToasts.succeed(
    is_active
      ? `${symbol} is now active and available to investors.`
      : `${symbol} is now inactive and hidden from investors.`,
  )
}

/** Deletes a token. Throws as `callAdminApi` does. */
export async function deleteToken({ id, symbol }: Token): Promise<void> {
  await callAdminApi(adminTokens.delete, { params: { id } })
  await refreshCatalog()
  tokenToasts.succeed(`${symbol} has been deleted.`)
}

/** Adds a token, which is inactive until published, or changes the one with this id. Throws as `callAdminApi` does. */
export async function saveToken(
  { reason, ...draft }: TokenFormValues,
  id: number | undefined,
  { updatedAt, idempotencyKey }: SaveOptions<TokenFormValues>,
): Promise<Token> {
  const { token } =
    id === undefined
      ? await callAdminApi(adminTokens.create, { body: { ...draft, is_active: false } }, { idempotencyKey })
      : await callAdminApi(adminTokens.update, {
          params: { id },
          body: { ...draft, ...toReasonPayload(reason), updated_at: updatedAt },
        })
  await refreshCatalog()
  tokenToasts.succeed(
    id === undefined
      ? `${token.symbol} has been created. It is inactive; activate it to publish it.`
      : `${token.symbol} has been saved.`,
  )
  return token
}

/** The current version of a token, for someone editing an older one; undefined if it was deleted. */
export async function refetchToken(id: number) {
  const { tokens } = await callAdminApi(adminTokens.list)
  const token = tokens.find((one) => one.id === id)
  return token && { values: toTokenFormValues(token), updatedAt: token.updated_at }
}
