import { computed } from 'nanostores'
import { adminCategories, type TokenCategory } from '#contract/admin-tokens'
import { callAdmin } from '#core/api/admin-api'
import { dataOf } from '#core/query/remote'
import { $categoryView, refreshCatalogue, refreshCategoryList } from './catalogue.ts'

/** Offered while the list cannot be read: the categories of a new platform. */
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

/** Names to choose from. */
export const $categoryNames = computed($categoryView, (view) => {
  const categories = dataOf(view)
  if (categories) return categories.map(({ name }) => name)
  return view.status === 'failed' ? defaultCategories : []
})

/** The existing names, once they have loaded or failed. Needs a subscriber that loads them. */
function knowNames(): Promise<readonly string[]> {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>()
  const stop = $categoryNames.subscribe((names) => {
    if ($categoryView.get().status !== 'loading') resolve(names)
  })
  return promise.finally(stop)
}

/** The error of a name for a new category, before it is sent. */
export async function checkNewCategory(name: string): Promise<string | undefined> {
  return checkCategory(name, name.trim() === '' ? [] : await knowNames())
}

/** The error of a name beside the existing categories, before it is sent. */
export function checkCategory(name: string, known: readonly string[]): string | undefined {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return 'Enter a category name'
  return known.some((other) => other.toLowerCase() === wanted) ? 'This category already exists' : undefined
}

/** Adds a category and returns it. Throws as `callAdmin` does. */
export async function addCategory(name: string): Promise<TokenCategory> {
  const { category } = await callAdmin(adminCategories.create, { body: { name } })
  await refreshCatalogue()
  return category
}

/** Renames a category; its tokens follow. Throws as `callAdmin` does. */
export async function renameCategory({ id, updated_at }: TokenCategory, name: string): Promise<void> {
  await callAdmin(adminCategories.update, { params: { id }, body: { name, updated_at } })
  await refreshCatalogue()
}

/** Deletes a category without tokens. Throws as `callAdmin` does. */
export async function deleteCategory({ id }: TokenCategory): Promise<void> {
  await callAdmin(adminCategories.remove, { params: { id } })
  await refreshCatalogue()
}
