import { computed } from 'nanostores'
import { adminCategories, type TokenCategory } from '#contract/catalog/admin-tokens'
import { callAdminApi } from '#core/api/admin-api'
import { getData } from '#core/query/remote'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { $categoryView, refreshCatalog, refreshCategoryList } from './catalog-store.ts'

/** Shown if the list cannot be loaded: the categories of a new platform. */
const defaultCategories = [
  'Precious Metals',
  'Rare Earth Elements',
  'Industrial Minerals',
  'Energy Minerals',
  'Gemstones',
  'Strategic Materials',
]

export const $categories = $categoryView
export const refreshCategories = refreshCategoryList

/** Selectable names. */
export const $categoryNames = computed($categoryView, (view) => {
  const categories = getData(view)
  if (categories) return categories.map(({ name }) => name)
  return view.status === 'failed' ? defaultCategories : []
})

/** The existing names, once they have loaded or failed. Needs a subscriber to load them. */
function knowNames(): Promise<readonly string[]> {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>()
  const stop = $categoryNames.subscribe((names) => {
    if ($categoryView.get().status !== 'loading') resolve(names)
  })
  return promise.finally(stop)
}

/** The error of a new category name, before it is sent. */
export async function validateNewCategory(name: string): Promise<string | undefined> {
  return validateCategoryName(name, name.trim() === '' ? [] : await knowNames())
}

/** The error of a name given the existing categories, before it is sent. */
export function validateCategoryName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return 'Enter a category name'
  return known.some((other) => other.toLowerCase() === wanted) ? 'This category already exists' : undefined
}

/** Adds a category and returns it. Throws as `callAdminApi` does. */
export async function addCategory(name: string): Promise<TokenCategory> {
  const { category } = await callAdminApi(adminCategories.create, { body: { name } })
  await refreshCatalog()
  return category
}

/**
 * Renames a category, including for its tokens. Resolves to whether it was renamed: not if a second administrator must
 * approve it. Throws as `callAdminApi` does.
 */
export async function renameCategory(
  { id, updated_at, name: before }: TokenCategory,
  name: string,
): Promise<boolean> {
  const { writeAskingForReason } = await import('#site/admin/kit/approvals/ReasonDialog.tsx')
  const isRenamed = await writeAskingForReason(
    (reason = '') =>
      callAdminApi(adminCategories.update, {
        params: { id },
        body: { name, updated_at, ...toReasonPayload(reason) },
      }),
    {
      title: 'Rename category',
      message: `${before} contains tokens that investors hold or can subscribe for. It will be renamed to ${name.trim()}.`,
      action: 'Rename category',
      approval: { endpoint: adminCategories.update, isNeeded: true },
    },
  )
  await refreshCatalog()
  return isRenamed
}

/** Deletes a category without tokens. Throws as `callAdminApi` does. */
export async function deleteCategory({ id }: TokenCategory): Promise<void> {
  await callAdminApi(adminCategories.delete, { params: { id } })
  await refreshCatalog()
}
