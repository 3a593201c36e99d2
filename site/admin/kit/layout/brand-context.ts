import { createContext } from 'react'

/** The logo's drawing: two mountain ranges as lines, in a square of `size` units. */
export interface BrandMark {
  size: number
  strokeWidth: number
  far: string
  near: string
}

/** The product's name and logo, embedded in the page by the build. */
export const BrandContext = createContext<{ brand: string; mark: BrandMark } | undefined>(undefined)
