import { createContext } from 'react'

/** The mark's drawing: two ranges as lines, in a square of `size` units. */
export interface BrandMark {
  size: number
  strokeWidth: number
  far: string
  near: string
}

/** The product's name and mark, which the page brings along from the build. */
export const BrandContext = createContext<{ brand: string; mark: BrandMark } | undefined>(undefined)
