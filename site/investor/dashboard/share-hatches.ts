import { type Hatch, hatchesOf, noCategoryHatch } from '#shared/category-hatch'
import { DELETED, OTHERS } from './allocation.ts'

/** The hatch of each part of the allocation; grey where a part is no category. */
export function hatchShares(categories: readonly string[]): (category: string) => Hatch {
  const hatches = hatchesOf(categories.filter((category) => category !== OTHERS && category !== DELETED))
  return (category) => hatches.get(category) ?? noCategoryHatch
}
