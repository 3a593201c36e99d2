/**
 * The ten tokens of the first start, as plain data. The panel and the token picker fall back to the same ten when the
 * list cannot be fetched.
 *
 * A named district indicates the kind of geology of a token. No description claims that anyone connected with the
 * platform owns, operates or has an interest in it.
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

export interface CatalogueToken {
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

export const tokenCatalogue: readonly CatalogueToken[] = [
  {
    symbol: '$WITGOLD',
    name: 'Gold',
    category: 'Precious Metals',
    icon: 'Award',
    ...builtIn,
    color: 'Gold',
    location: 'Witwatersrand Basin, South Africa',
    description:
      'Gold in quartz-pebble conglomerate of the Witwatersrand type: thin, continuous reefs that can be followed for kilometers and are usually mined at depth. Depth, energy and ground support decide the cost.',
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
      'Sedimentary kaolin of the Georgia coastal plain type, a white clay for paper coating, ceramics and paint. Sold by brightness and particle size under long contracts; there is no exchange price.',
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
      'Halloysite, a clay whose sheets roll into tubes, used in fine ceramics, fillers and filtration. Deposits are small and vary in grade, and the market is narrow.',
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
      'Clays that hold rare earths loosely on their surface, richer in the heavy elements than most hard rock. Low grades are offset by simple extraction, whose effect on water needs close control.',
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
      'Monazite from beach and dune sands, a phosphate that carries light rare earths and is often recovered beside titanium minerals. It contains thorium, so that handling and export are licensed.',
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
      'Bastnäsite in carbonatite, the mineral from which most light rare earths come. Grades can be high; flotation and separation decide how much of them is recovered.',
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
      'Rare earths with iron and niobium, of the kind for which Bayan Obo is the reference. The name describes the geology: the token is no claim on that deposit or on the companies that mine it.',
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
      'Light rare earths in a bastnäsite-bearing carbonatite, of the kind for which Mountain Pass is the reference. The name describes the geology: the token is no claim on that deposit or on the companies that mine it.',
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
      'Platinum, palladium and rhodium in layered intrusions of the Bushveld type, with chromium and nickel as by-products. Demand leans on vehicle catalysts and moves with them.',
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
      'Neodymium, praseodymium, dysprosium and terbium, the four elements of permanent magnets for motors and turbines. Their prices are set in few places and can move far in a year.',
  },
]
