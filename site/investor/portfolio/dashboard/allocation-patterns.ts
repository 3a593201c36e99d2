import { getCategoryPatterns, type Pattern, uncategorizedPattern } from '#shared/category-hatch'
import { DELISTED_TOKENS_LABEL, OTHER_CATEGORIES_LABEL } from './allocation.ts'

/** The hatch pattern of each part of the allocation; gray for a part that is not a category. */
export function createAllocationPatterns(categories: readonly string[]): (category: string) => Pattern {
  const hatches = getCategoryPatterns(
    categories.filter(
      (category) => category !== OTHER_CATEGORIES_LABEL && category !== DELISTED_TOKENS_LABEL,
    ),
  )
  return (category) => hatches.get(category) ?? uncategorizedPattern
}
