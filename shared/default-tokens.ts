/**
 * The ten initial tokens, as plain data. The panel and the token picker fall back to them when the list cannot be
 * fetched.
 *
 * A named district indicates a token's type of geology. No description claims that anyone connected with the platform
 * owns, operates or has an interest in it.
 */

import type { tokenColors } from './enums/tokens.ts'

export const defaultCategories = [
  'Precious Metals',
  'Rare Earth Elements',
  'Industrial Minerals',
  'Energy Minerals',
  'Gemstones',
  'Strategic Materials',
] as const

export interface CatalogToken {
  symbol: string
  name: string
  category: (typeof defaultCategories)[number]
  icon: string
  icon_type: 'lucide'
  icon_url: ''
  color: (typeof tokenColors)[number]
  location: string
  description: string
}

const builtIn = { icon_type: 'lucide', icon_url: '' } as const

export const tokenCatalog: readonly CatalogToken[] = [
  {
    symbol: '$WITGOLD',
    name: 'Gold',
    category: 'Precious Metals',
    icon: 'Award',
    ...builtIn,
    color: 'Gold',
    location: 'Witwatersrand Basin, South Africa',
    description:
      'Gold in Witwatersrand-type quartz-pebble conglomerates: thin, continuous reefs that extend for kilometers and are usually mined at depth. Depth, energy and ground support drive costs.',
  },
  {
    symbol: '$GAClay',
    name: 'Kaolin',
    category: 'Industrial Minerals',
    icon: 'Globe',
    ...builtIn,
    color: 'Gray',
    location: 'Coastal plain of Georgia, United States',
    description:
      'Sedimentary kaolin of the Georgia coastal plain type, a white clay used in paper coating, ceramics and paint. Sold by brightness and particle size under long-term contracts; there is no exchange price.',
  },
  {
    symbol: '$HALL',
    name: 'Halloysite',
    category: 'Industrial Minerals',
    icon: 'Sparkles',
    ...builtIn,
    color: 'Silver',
    location: 'Weathered volcanic and granitic ground, several countries',
    description:
      'Halloysite, a tubular clay mineral used in fine ceramics, fillers and filtration. Deposits are small and variable in grade, and the market is limited.',
  },
  {
    symbol: '$REECLAY',
    name: 'Rare-earth Ion-adsorption Clays',
    category: 'Rare Earth Elements',
    icon: 'Zap',
    ...builtIn,
    color: 'Purple',
    location: 'Weathered granite, South China and South-East Asia',
    description:
      'Clays with rare earths adsorbed on their surface, richer in heavy rare earths than most hard-rock deposits. Low grades are offset by simple extraction, which requires careful water management.',
  },
  {
    symbol: '$MONZ',
    name: 'Monazite',
    category: 'Rare Earth Elements',
    icon: 'Gem',
    ...builtIn,
    color: 'Orange',
    location: 'Heavy-mineral sands, Indian Ocean coasts',
    description:
      'Monazite from beach and dune sands, a phosphate mineral containing light rare earths, often recovered as a by-product of titanium minerals. It contains thorium, so handling and export require licenses.',
  },
  {
    symbol: '$BAST',
    name: 'Bastnäsite',
    category: 'Rare Earth Elements',
    icon: 'MapPin',
    ...builtIn,
    color: 'Amber',
    location: 'Carbonatites, several countries',
    description:
      'Bastnäsite in carbonatite, the main source of light rare earths. Grades can be high; recovery depends on flotation and separation.',
  },
  {
    symbol: '$BYNREE',
    name: 'Bayan Obo Deposit',
    category: 'Rare Earth Elements',
    icon: 'Star',
    ...builtIn,
    color: 'Indigo',
    location: 'Reference district: Inner Mongolia, China',
    description:
      'Rare earths with iron and niobium, of the Bayan Obo deposit type. The name describes the geology only: the token is not a claim on that deposit or on the companies that mine it.',
  },
  {
    symbol: '$MTPASS',
    name: 'Mountain Pass Deposit',
    category: 'Rare Earth Elements',
    icon: 'TrendingUp',
    ...builtIn,
    color: 'Green',
    location: 'Reference district: California, United States',
    description:
      'Light rare earths in bastnäsite-bearing carbonatite, of the Mountain Pass deposit type. The name describes the geology only: the token is not a claim on that deposit or on the companies that mine it.',
  },
  {
    symbol: '$BUSHVELD',
    name: 'Platinum Group Metals',
    category: 'Precious Metals',
    icon: 'Coins',
    ...builtIn,
    color: 'Emerald',
    location: 'Bushveld Complex, South Africa',
    description:
      'Platinum, palladium and rhodium in Bushveld-type layered intrusions, with chromium and nickel as by-products. Demand depends largely on automotive catalysts.',
  },
  {
    symbol: '$MAGREE',
    name: 'Magnet Rare Earths',
    category: 'Rare Earth Elements',
    icon: 'Shield',
    ...builtIn,
    color: 'Pink',
    location: 'Basket of districts, several countries',
    description:
      'Neodymium, praseodymium, dysprosium and terbium, used in permanent magnets for motors and turbines. Pricing is concentrated in a few markets and can be highly volatile.',
  },
]
