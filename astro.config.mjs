import mdx from '@astrojs/mdx'
import react from '@astrojs/react'
import sitemap from '@astrojs/sitemap'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { contentWatch } from './scripts/content-watch.ts'
import { browserContract } from './site/build/browser-contract.ts'
import { failOnBuildWarnings } from './site/build/build-warnings.ts'
import { chunkGroups } from './site/build/chunk-groups.ts'
import { delivery } from './site/build/delivery/index.ts'
import { filterPreloads } from './site/build/preload-filter.ts'
import { siteParts } from './site/build/site-integration.ts'

const origin = process.env.PUBLIC_ORIGIN || 'http://localhost:4321'

/** Paths that are not standalone pages: error views, the areas behind sign-in, second addresses. */
const unlisted = [
  '/404',
  '/docs/404',
  '/legal/404',
  '/tokens/404',
  '/tokens/plain',
  '/proof/404',
  '/proof/snapshot',
  '/access',
  '/access/login',
  '/panel',
  '/gallery',
  '/docs/privacy-policy',
]

export default defineConfig({
  site: origin,
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist/site',
  output: 'static',
  trailingSlash: 'never',
  // Pages and pictures in turn: pages are built while pictures wait for other threads.
  build: { format: 'file', inlineStylesheets: 'never', concurrency: 4 },
  prefetch: false,
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: 'prism' },
  integrations: [
    react(),
    mdx(),
    sitemap({ filter: (address) => !unlisted.includes(new URL(address).pathname.replace(/\/$/, '')) }),
    siteParts(),
    // Last: it describes and compresses what the others have written.
    delivery(),
  ],
  vite: {
    plugins: [tailwindcss(), browserContract(), failOnBuildWarnings(), filterPreloads(), contentWatch()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // Pages list the files that they load: each letter of a hash counts, and seven tell them apart.
              chunkFileNames: '_astro/[name].[hash:7].js',
              entryFileNames: '_astro/[name].[hash:7].js',
              // React and its hydration code in one file: five requests and a kilobyte less on an island's page.
              codeSplitting: {
                groups: chunkGroups,
              },
            },
          },
        },
      },
    },
    server: {
      // A file is read once it is whole.
      watch: { awaitWriteFinish: { stabilityThreshold: 100, pollInterval: 25 } },
      ...(process.env.API_ORIGIN && {
        proxy: { '/api/v1': process.env.API_ORIGIN, '/documents/uploads': process.env.API_ORIGIN },
      }),
    },
  },
})
