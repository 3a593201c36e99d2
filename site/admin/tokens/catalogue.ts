/** The tokens and their categories from the server: each refers to the other, so a change concerns both. */
import { adminCategories, adminTokens, type TokenCategory } from '#contract/admin-tokens'
import type { Token } from '#contract/tokens'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'

export const { $view: $tokenView, refresh: refreshTokenList } = createAdminQuery<Token[]>(
  ['admin-tokens'],
  async () => (await callAdmin(adminTokens.list)).tokens,
)

export const { $view: $categoryView, refresh: refreshCategoryList } = createAdminQuery<TokenCategory[]>(
  ['admin-categories'],
  async () => (await callAdmin(adminCategories.list)).categories,
)

/** Fetches tokens and categories again, with the numbers of tokens that categories have. */
export const refreshCatalogue = () => Promise.all([refreshTokenList(), refreshCategoryList()])
