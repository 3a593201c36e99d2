import { z } from 'astro/zod'
import { defaultCategories } from '#shared/default-tokens'
import { departmentNames } from '#shared/enums/site'

import {
  address,
  amount,
  calendarDate,
  listOf,
  nonNegativeInteger,
  oneOf,
  slug,
  strictObject,
  text,
} from './content-fields.ts'

const questionCategories = ['account', 'investment', 'security', 'technical', 'compliance'] as const

const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

/** Groups of documentation pages, in the order in which every page lists them. */
export const documentGroups = ['For investors', 'Assurance', 'Guides', 'Technical'] as const

/** Position of an item in its list; set by the loader, not by a writer. */
const position = z.int()

const order = nonNegativeInteger('the position in lists, such as 10')

/** content/docs/*.mdx */
export const docsPage = strictObject({
  title: text(5, 70),
  description: text(50, 200),
  group: oneOf(documentGroups).optional(),
  kicker: text(2, 40),
  updated: calendarDate(),
  order,
  nav: z
    .boolean({ error: 'Expected true or false: whether the Documentation menu lists the page.' })
    .default(false),
})

/** content/legal/*.mdx */
export const legalPage = strictObject({
  title: text(5, 70),
  description: text(50, 200),
  updated: calendarDate(),
  updated_label: text(4, 40).optional(),
  order,
})

const link = strictObject({ label: text(2, 80), href: address() })
const actions = listOf(link, 2, 2, 'calls to action')
const titledText = strictObject({ title: text(2, 80), text: text(10, 320) })
const committeeQuestion = strictObject({
  title: text(2, 80),
  text: text(10, 320),
  label: text(2, 80),
  href: address(),
})
const badge = strictObject({ title: text(2, 80), text: text(10, 320), href: address() })

/** content/faq.yaml, one item */
export const question = strictObject({
  id: slug(),
  position,
  category: oneOf(questionCategories),
  helpful: nonNegativeInteger('how many readers found the answer helpful'),
  question: text(8, 160),
  answer: text(20, 4000),
})

/** content/guides.yaml, one card */
export const guide = strictObject({
  id: slug(),
  position,
  category: oneOf(questionCategories),
  title: text(3, 80),
  description: text(20, 220),
  links: listOf(link, 1, 8, 'links'),
})

/** content/support.yaml */
export const supportTexts = strictObject({
  actions: listOf(
    strictObject({
      id: oneOf(['chat', 'ticket', 'call']),
      title: text(3, 60),
      description: text(20, 240),
      response: text(5, 120),
      button: text(3, 40),
    }),
    3,
    3,
    'action cards: chat, ticket and call',
  ),
  departments: listOf(
    strictObject({
      department: oneOf(departmentNames),
      title: text(3, 60),
      description: text(10, 240),
      response: text(5, 120),
    }),
    1,
    departmentNames.length,
    'departments',
  ),
  emergency: strictObject({ description: text(20, 600), response: text(5, 120) }),
})

/** content/updates.yaml, one update for investors */
export const update = strictObject({
  id: slug(),
  position,
  date: calendarDate(),
  title: text(5, 120),
  summary: text(20, 600),
  kind: text(2, 40).optional(),
  href: address().optional(),
  body: text(20, 4000),
})

/** content/performance.yaml: demonstration figures, shown with a note that they are illustrative. */
export const performance = strictObject({
  note: text(20, 400),
  benchmark: strictObject({ name: text(2, 60), description: text(10, 240) }),
  metrics: listOf(
    strictObject({ label: text(2, 40), value: text(1, 20), note: text(4, 200) }),
    1,
    6,
    'metrics',
  ),
  allocation: listOf(
    strictObject({ asset: text(2, 40), percent: amount('a share in percent') }),
    2,
    12,
    'assets with their share',
  ),
  monthly: listOf(
    strictObject({
      month: oneOf(monthNames),
      portfolio: amount('the month in percent'),
      benchmark: amount('the month in percent'),
    }),
    12,
    12,
    'months',
  ),
  risk: listOf(
    strictObject({ label: text(2, 40), value: text(1, 20), note: text(4, 200) }),
    2,
    10,
    'risk metrics',
  ),
  attribution: listOf(
    strictObject({
      source: text(2, 60),
      percent: amount('a contribution in percentage points'),
      note: text(4, 200).optional(),
    }),
    2,
    12,
    'sources of return',
  ),
  highlights: listOf(titledText, 2, 6, 'highlights'),
  daily: listOf(
    listOf(amount('the value at the close of a day'), 21, 21, 'daily values, one month a line'),
    12,
    12,
    'months of daily values',
  ),
})

/** content/home.yaml */
export const home = strictObject({
  hero: strictObject({
    kicker: text(3, 60),
    title: text(5, 80),
    emphasis: text(2, 30).optional(),
    lede: text(20, 320),
    actions,
  }),
  claims: listOf(
    strictObject({ label: text(2, 60), value: text(1, 20), note: text(10, 80) }),
    3,
    3,
    'claims',
  ),
  claims_risk: text(10, 120),
  claims_standard: text(10, 200),
  specimen: strictObject({
    title: text(5, 60),
    drawing: text(40, 400),
    table: text(5, 120),
    signature: text(5, 60),
  }),
  series: strictObject({
    title: text(2, 60),
    lede: text(10, 240),
    note: text(20, 320),
    guides: listOf(
      strictObject({ category: oneOf(defaultCategories), label: text(2, 40), href: address() }),
      1,
      defaultCategories.length,
      'guides, one for a category',
    ),
  }),
  features: strictObject({
    title: text(5, 120),
    lede: text(10, 240),
    cards: listOf(committeeQuestion, 6, 6, 'feature cards'),
  }),
  requirements: strictObject({
    title: text(5, 120),
    lede: text(10, 240),
    badges: listOf(badge, 4, 4, 'badges'),
  }),
  proof: strictObject({
    title: text(5, 120),
    lede: text(10, 240),
    cards: listOf(titledText, 3, 3, 'cards'),
    actions,
  }),
  pictures: strictObject({
    title: text(5, 120),
    lede: text(10, 240),
    dashboard: strictObject({ caption: text(5, 120), alt: text(20, 300) }),
    cover: strictObject({ caption: text(5, 120), alt: text(5, 120) }),
  }),
  documents: strictObject({
    title: text(5, 120),
    lede: text(10, 240),
    cards: listOf(
      strictObject({ title: text(2, 80), text: text(10, 320), href: address(), kicker: text(2, 40) }),
      3,
      3,
      'cards',
    ),
  }),
  closing: strictObject({ title: text(5, 160), text: text(10, 400), actions }),
})
