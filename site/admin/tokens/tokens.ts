import { atom, computed } from 'nanostores'
import { adminTokens, type TokenBody, type tokenStates } from '#contract/admin-tokens'
import type { Token } from '#contract/tokens'
import { callAdmin, createAdminQuery, downloadAdminFile } from '#core/admin-api'
import { explainRefusal } from '#core/problems'
import { dataOf, type QueryView } from '#core/query-view'
import { type ListedToken, sampleTokens } from '#core/sample-tokens'
import type { SaveOptions as FileOptions } from '#site/admin/list/list.ts'
import { createOutcome } from '#site/admin/outcome/outcome.ts'

const { $view, refresh } = createAdminQuery<Token[]>(['admin-tokens'], async () => {
  const { tokens } = await callAdmin(adminTokens.list)
  return tokens
})

export const refreshTokens = refresh

/** What the catalogue draws. `sample` stands in while nothing could be read; `stale` is from before a failure. */
export type Catalogue =
  | { status: 'loading' }
  | { status: 'ready'; tokens: readonly Token[]; failed: boolean; updating: boolean }
  | { status: 'sample'; tokens: readonly ListedToken[]; updating: boolean }

const toCatalogue = (view: QueryView<Token[]>): Catalogue => {
  const tokens = dataOf(view)
  const { updating } = view
  if (tokens) return { status: 'ready', tokens, failed: view.status === 'failed', updating }
  return view.status === 'failed'
    ? { status: 'sample', tokens: sampleTokens, updating }
    : { status: 'loading' }
}

export const $catalogue = computed($view, toCatalogue)

/** What is told of the changes. */
export const tokenOutcome = createOutcome()

/** Tokens whose state is being changed, by id. */
export const $switching = atom<ReadonlySet<number>>(new Set())

/** Opens a token for investment, or hides it from investors. */
export async function switchToken({ id, is_active, updated_at, symbol }: Token): Promise<void> {
  if ($switching.get().has(id)) return
  $switching.set(new Set([...$switching.get(), id]))
  tokenOutcome.clear()
  try {
    const body = { is_active: !is_active, updated_at }
    await callAdmin(adminTokens.setStatus, { params: { id }, body })
    tokenOutcome.succeed(
      is_active
        ? `${symbol} is inactive now. Investors no longer see it.`
        : `${symbol} is active now. Investors can choose it.`,
    )
  } catch (error) {
    tokenOutcome.fail('Failed to update token status', explainRefusal(error, ''))
  } finally {
    $switching.set(new Set([...$switching.get()].filter((other) => other !== id)))
    refresh()
  }
}

/** Deletes a token. Throws as `callAdmin` does. */
export async function deleteToken({ id, symbol }: Token): Promise<void> {
  await callAdmin(adminTokens.remove, { params: { id } })
  refresh()
  tokenOutcome.succeed(`${symbol} was deleted.`)
}

/** What the form holds. */
export type Draft = Omit<TokenBody, 'is_active'>

export const emptyDraft: Draft = {
  symbol: '',
  name: '',
  category: '',
  location: '',
  description: '',
  icon: '',
  icon_type: 'lucide',
  icon_url: '',
  color: 'Gold',
}

export const draftOf = ({
  symbol,
  name,
  category,
  location,
  description,
  icon,
  icon_type,
  icon_url,
  color,
}: Token): Draft => ({
  symbol,
  name,
  category,
  location,
  description,
  icon,
  icon_type,
  icon_url,
  color: color as Draft['color'],
})

interface SaveOptions {
  updatedAt: string | undefined
  idempotencyKey: string
}

/** Adds a token, or changes the one with this id. Throws as `callAdmin` does. */
export async function saveToken(
  draft: Draft,
  id: number | undefined,
  { updatedAt, idempotencyKey }: SaveOptions,
): Promise<Token> {
  const { token } =
    id === undefined
      ? await callAdmin(adminTokens.create, { body: { ...draft, is_active: true } }, { idempotencyKey })
      : await callAdmin(adminTokens.update, { params: { id }, body: { ...draft, updated_at: updatedAt } })
  refresh()
  tokenOutcome.succeed(`${token.symbol} was ${id === undefined ? 'added' : 'saved'}.`)
  return token
}

/** A token as it is now, for whoever edits an older version; undefined when it is gone. */
export async function rereadToken(id: number) {
  const { tokens } = await callAdmin(adminTokens.list)
  const token = tokens.find((one) => one.id === id)
  return token && { values: draftOf(token), updatedAt: token.updated_at }
}

/** What the fields of the form are called. */
export const draftLabels: Partial<Record<keyof Draft, string>> = {
  symbol: 'Symbol',
  name: 'Name',
  category: 'Category',
  location: 'Location',
  description: 'Description',
  icon: 'Icon',
  color: 'Colour scheme',
}

/** What is missing, field by field: everything is required. */
export function checkDraft(draft: Draft): Partial<Record<keyof Draft, string>> {
  const missing = Object.entries(draftLabels).filter(([field]) => draft[field as keyof Draft].trim() === '')
  return Object.fromEntries(missing.map(([field, label]) => [field, `${label} is required`]))
}

export interface CatalogueFilter {
  search: string
  category: string
  state: (typeof tokenStates)[number]
}

/** The tokens that match: every search word somewhere in symbol, name, category or location. */
export function filterCatalogue<T extends ListedToken & { is_active?: boolean }>(
  tokens: readonly T[],
  { search, category, state }: CatalogueFilter,
): T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return tokens.filter((token) => {
    const text = `${token.symbol} ${token.name} ${token.category} ${token.location}`.toLowerCase()
    const isActive = token.is_active !== false
    return (
      words.every((word) => text.includes(word)) &&
      (category === '' || token.category === category) &&
      (state === 'all' || isActive === (state === 'active'))
    )
  })
}

/** Saves the tokens that match as a file. */
export const saveTokens = ({ search, category, state }: CatalogueFilter, options: FileOptions) =>
  downloadAdminFile(
    adminTokens.exportCsv,
    { query: { search: search || undefined, category: category || undefined, state } },
    { ...options, name: 'tokens.csv' },
  )
