import { atom } from 'nanostores'
import { adminTokens } from '#contract/catalog/admin-tokens'
import type { Token } from '#contract/catalog/tokens'
import { callAdminApi } from '#core/api/admin-api'
import { getServerErrorMessage } from '#core/api/error-messages'
import type { SaveOptions } from '#core/form/row-form'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { createToastStore } from '#site/admin/kit/toasts/toast-store.ts'
import { refreshCatalog } from './catalog-store.ts'
import { type TokenFormValues, toTokenFormValues } from './token-form.ts'

/** Toasts for the changes. */
export const tokenToasts = createToastStore()

/** Ids of tokens being hidden. */
export const $togglingTokenIds = atom<ReadonlySet<number>>(new Set())

/** Publishes a token. Throws as `callAdminApi` does. */
export async function activateToken({ id, updated_at, symbol }: Token): Promise<void> {
  await callAdminApi(adminTokens.setStatus, { params: { id }, body: { is_active: true, updated_at } })
  await refreshCatalog()
  tokenToasts.succeed(`${symbol} is now active and available to investors.`)
}

/** Hides a token from investors. */
export async function deactivateToken({ id, updated_at, symbol }: Token): Promise<void> {
  if ($togglingTokenIds.get().has(id)) return
  $togglingTokenIds.set(new Set([...$togglingTokenIds.get(), id]))
  tokenToasts.clear()
  try {
    await callAdminApi(adminTokens.setStatus, { params: { id }, body: { is_active: false, updated_at } })
    tokenToasts.succeed(`${symbol} is now inactive and hidden from investors.`)
  } catch (error) {
    tokenToasts.fail('Failed to update token status', getServerErrorMessage(error, ''))
  } finally {
    // Until the list is reloaded, the row still offers the action just performed.
    await refreshCatalog()
    $togglingTokenIds.set(new Set([...$togglingTokenIds.get()].filter((other) => other !== id)))
  }
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
