import { z } from 'astro/zod'
import { departmentNames } from '#shared/enums/site'
import { defaultCategories } from '#shared/token-catalogue'

import { address, amount, calendarDate, fields, listOf, oneOf, slug, text, whole } from './fields.ts'

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

const order = whole('the position in lists, such as 10')

/** content/docs/*.mdx */
export const docsPage = fields({
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
export const legalPage = fields({
  title: text(5, 70),
  description: text(50, 200),
  updated: calendarDate(),
  updated_label: text(4, 40).optional(),
  order,
})

const link = fields({ label: text(2, 80), href: address() })
const actions = listOf(link, 2, 2, 'calls to action')
const titledText = fields({ title: text(2, 80), text: text(10, 320) })
const committeeQuestion = fields({
  title: text(2, 80),
  text: text(10, 320),
  label: text(2, 80),
  href: address(),
})
const badge = fields({ title: text(2, 80), text: text(10, 320), href: address() })

/** content/faq.yaml, one item */
export const question = fields({
  id: slug(),
  position,
  category: oneOf(questionCategories),
  helpful: whole('how many readers found the answer helpful'),
  question: text(8, 160),
  answer: text(20, 4000),
})

/** content/guides.yaml, one card */
export const guide = fields({
  id: slug(),
  position,
  category: oneOf(questionCategories),
  title: text(3, 80),
  description: text(20, 220),
  links: listOf(link, 1, 8, 'links'),
})

/** content/support.yaml */
export const supportTexts = fields({
  actions: listOf(
    fields({
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
    fields({
      department: oneOf(departmentNames),
      title: text(3, 60),
      description: text(10, 240),
      response: text(5, 120),
    }),
    1,
    departmentNames.length,
    'departments',
  ),
  emergency: fields({ description: text(20, 600), response: text(5, 120) }),
})

/** content/updates.yaml, one update for investors */
export const update = fields({
  id: slug(),
  position,
  date: calendarDate(),
  title: text(5, 120),
  summary: text(20, 600),
  kind: text(2, 40).optional(),
  href: address().optional(),
  body: text(20, 4000),
})

/** content/performance.yaml: demonstration figures, shown under a note that says that they are illustrative. */
export const performance = fields({
  note: text(20, 400),
  benchmark: fields({ name: text(2, 60), description: text(10, 240) }),
  metrics: listOf(fields({ label: text(2, 40), value: text(1, 20), note: text(4, 200) }), 1, 6, 'metrics'),
  allocation: listOf(
    fields({ asset: text(2, 40), percent: amount('a share in percent') }),
    2,
    12,
    'assets with their share',
  ),
  monthly: listOf(
    fields({
      month: oneOf(monthNames),
      portfolio: amount('the month in percent'),
      benchmark: amount('the month in percent'),
    }),
    12,
    12,
    'months',
  ),
  risk: listOf(fields({ label: text(2, 40), value: text(1, 20), note: text(4, 200) }), 2, 10, 'risk metrics'),
  attribution: listOf(
    fields({
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
export const home = fields({
  hero: fields({
    kicker: text(3, 60),
    title: text(5, 80),
    emphasis: text(2, 30).optional(),
    lede: text(20, 320),
    actions,
  }),
  claims: listOf(fields({ label: text(2, 60), value: text(1, 20), note: text(10, 80) }), 3, 3, 'claims'),
  claims_standard: text(10, 200),
  badges_note: text(20, 320),
  badges: listOf(badge, 4, 4, 'badges'),
  specimen: fields({
    title: text(5, 60),
    drawing: text(40, 400),
    table: text(5, 120),
    signature: text(5, 60),
  }),
  series: fields({
    title: text(2, 60),
    lede: text(10, 240),
    note: text(20, 320),
    guides: listOf(
      fields({ category: oneOf(defaultCategories), label: text(2, 40), href: address() }),
      1,
      defaultCategories.length,
      'guides, one for a category',
    ),
  }),
  features: fields({
    title: text(5, 120),
    lede: text(10, 240),
    cards: listOf(committeeQuestion, 6, 6, 'feature cards'),
  }),
  pictures: fields({
    title: text(5, 120),
    lede: text(10, 240),
    dashboard: fields({ caption: text(5, 120), alt: text(20, 300) }),
    cover: fields({ caption: text(5, 120), alt: text(5, 120) }),
  }),
  documents: fields({
    title: text(5, 120),
    lede: text(10, 240),
    cards: listOf(
      fields({ title: text(2, 80), text: text(10, 320), href: address(), kicker: text(2, 40) }),
      3,
      3,
      'cards',
    ),
  }),
  closing: fields({ title: text(5, 160), text: text(10, 400), actions }),
})
