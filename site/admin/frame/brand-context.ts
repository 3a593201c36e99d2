import { createContext } from 'react'
import type { BrandMark } from './Brand.tsx'

/** The product's name and mark, which the page brings along from the build. */
export const BrandContext = createContext<{ brand: string; mark: BrandMark } | undefined>(undefined)
