import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import {
  docsPage,
  guide,
  home,
  legalPage,
  performance,
  question,
  supportTexts,
  update,
} from './content/content-schemas.ts'
import { tokenText } from './content/tokens/fields.ts'
import { token } from './content/tokens/schema.ts'
import { yamlFile } from './content/yaml-file.ts'

const mdx = (folder: string) => glob({ base: `./content/${folder}`, pattern: '*.mdx' })

export const collections = {
  docs: defineCollection({ loader: mdx('docs'), schema: docsPage }),
  legal: defineCollection({ loader: mdx('legal'), schema: legalPage }),
  // The data of a token and its text, both named by the symbol without $ in lower case.
  tokens: defineCollection({ loader: glob({ base: './content/tokens', pattern: '*.yaml' }), schema: token }),
  tokenTexts: defineCollection({ loader: mdx('tokens'), schema: tokenText }),
  home: defineCollection({ loader: yamlFile('content/home.yaml'), schema: home }),
  questions: defineCollection({
    loader: yamlFile('content/faq.yaml', { items: 'items', markdown: 'answer' }),
    schema: question,
  }),
  guides: defineCollection({ loader: yamlFile('content/guides.yaml', { items: 'cards' }), schema: guide }),
  support: defineCollection({ loader: yamlFile('content/support.yaml'), schema: supportTexts }),
  performance: defineCollection({ loader: yamlFile('content/performance.yaml'), schema: performance }),
  updates: defineCollection({
    loader: yamlFile('content/updates.yaml', { items: 'items', markdown: 'body' }),
    schema: update,
  }),
}
