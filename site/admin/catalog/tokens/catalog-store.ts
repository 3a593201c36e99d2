/** Tokens and their categories from the server; they refer to each other, so a change affects both. */
import { adminCategories, adminTokens, type TokenCategory } from '#contract/catalog/admin-tokens'
import type { Token } from '#contract/catalog/tokens'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'

export const { $view: $tokenView, refresh: refreshTokenList } = createAdminQuery<Token[]>(
  ['admin-tokens'],
  async () => (await callAdminApi(adminTokens.list)).tokens,
)

export const { $view: $categoryView, refresh: refreshCategoryList } = createAdminQuery<TokenCategory[]>(
  ['admin-categories'],
  async () => (await callAdminApi(adminCategories.list)).categories,
)

/** Refetches tokens and categories, including each category's number of tokens. */
export const refreshCatalog = () => Promise.all([refreshTokenList(), refreshCategoryList()])
