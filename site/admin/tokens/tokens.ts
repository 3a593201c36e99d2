import { atom } from 'nanostores'
import { adminTokens } from '#contract/admin-tokens'
import type { Token } from '#contract/tokens'
import { callAdmin } from '#core/api/admin-api'
import { explainRejection } from '#core/api/failures'
import type { SaveOptions } from '#core/form/row-form'
import { createToastStore } from '#site/admin/toast/toast-store.ts'
import { refreshCatalogue } from './catalogue.ts'
import { type Draft, draftOf } from './draft.ts'

/** Toasts about the changes. */
export const tokenOutcome = createToastStore()

/** Tokens that are being hidden, by id. */
export const $switching = atom<ReadonlySet<number>>(new Set())

/** Publishes a token. Throws as `callAdmin` does. */
export async function activateToken({ id, updated_at, symbol }: Token): Promise<void> {
  await callAdmin(adminTokens.setStatus, { params: { id }, body: { is_active: true, updated_at } })
  await refreshCatalogue()
  tokenOutcome.succeed(`${symbol} is active now. Investors can choose it.`)
}

/** Hides a token from investors. */
export async function deactivateToken({ id, updated_at, symbol }: Token): Promise<void> {
  if ($switching.get().has(id)) return
  $switching.set(new Set([...$switching.get(), id]))
  tokenOutcome.clear()
  try {
    await callAdmin(adminTokens.setStatus, { params: { id }, body: { is_active: false, updated_at } })
    tokenOutcome.succeed(`${symbol} is inactive now. Investors no longer see it.`)
  } catch (error) {
    tokenOutcome.fail('Failed to update token status', explainRejection(error, ''))
  } finally {
    // Until the list is read again, the row still offers the action just done.
    await refreshCatalogue()
    $switching.set(new Set([...$switching.get()].filter((other) => other !== id)))
  }
}

/** Deletes a token. Throws as `callAdmin` does. */
export async function deleteToken({ id, symbol }: Token): Promise<void> {
  await callAdmin(adminTokens.remove, { params: { id } })
  await refreshCatalogue()
  tokenOutcome.succeed(`${symbol} was deleted.`)
}

/** Adds a token, inactive until somebody publishes it, or changes the one with this id. Throws as `callAdmin` does. */
export async function saveToken(
  draft: Draft,
  id: number | undefined,
  { updatedAt, idempotencyKey }: SaveOptions<Draft>,
): Promise<Token> {
  const { token } =
    id === undefined
      ? await callAdmin(adminTokens.create, { body: { ...draft, is_active: false } }, { idempotencyKey })
      : await callAdmin(adminTokens.update, { params: { id }, body: { ...draft, updated_at: updatedAt } })
  await refreshCatalogue()
  tokenOutcome.succeed(
    id === undefined
      ? `${token.symbol} was added. It is inactive: activate it to publish it.`
      : `${token.symbol} was saved.`,
  )
  return token
}

/** The current version of a token, for the editor of an older one; undefined when it was deleted. */
export async function refetchToken(id: number) {
  const { tokens } = await callAdmin(adminTokens.list)
  const token = tokens.find((one) => one.id === id)
  return token && { values: draftOf(token), updatedAt: token.updated_at }
}
