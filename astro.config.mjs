import mdx from '@astrojs/mdx'
import react from '@astrojs/react'
import sitemap from '@astrojs/sitemap'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { contentWatch } from './scripts/content-watch.ts'
import { browserContract } from './site/build/browser-contract.ts'
import { buildLog } from './site/build/build-log.ts'
import { delivery } from './site/build/delivery/index.ts'
import { preloads } from './site/build/preloads.ts'
import { siteParts } from './site/build/site-parts.ts'

const origin = process.env.PUBLIC_ORIGIN || 'http://localhost:4321'

/** What is no page of its own: error views, the areas behind sign-in, a second address. */
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
  // Pages and pictures in turn: what a picture waits for in other threads, a page uses.
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
    plugins: [tailwindcss(), browserContract(), buildLog(), preloads(), contentWatch()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // React and its hydration code in one file: five requests and a kilobyte less on an island's page.
              codeSplitting: {
                groups: [
                  {
                    name: 'react',
                    test: /node_modules[\\/](?:react|react-dom|scheduler|@nanostores[\\/]react|@astrojs[\\/]react)[\\/]/,
                  },
                  {
                    // Whole: parts of it that the panel shares would compress worse.
                    name: 'router',
                    test: /node_modules[\\/]react-router[\\/]/,
                  },
                  {
                    // Used by the bar of every page, so kept apart from the code that only islands need.
                    name: 'base',
                    test: /vite[\\/]preload-helper|api[\\/]contract[\\/]call\.ts|site[\\/]core[\\/](?:browser[\\/]theme|format[\\/]contact-address)\.ts/,
                    priority: 1,
                  },
                  {
                    // The API client of islands.
                    name: 'core',
                    test: /node_modules[\\/](?:nanostores[\\/](?:atom|clean-stores|lifecycle)|@nanostores[\\/]query)[\\/]|site[\\/]core[\\/](?:api[\\/](?:api|problems|random-id)|browser[\\/]browser-mount|query[\\/](?:query|query-view|remote))\.ts|api[\\/]contract[\\/](?:endpoint|problem)\.ts|site[\\/]ui[\\/](?:Icon|Skeleton)\.tsx/,
                  },
                  {
                    // Bounds of fields, which forms of public pages read too.
                    name: 'schema',
                    test: /api[\\/]contract[\\/]schema\.ts|site[\\/]build[\\/]schema-builders\.ts/,
                  },
                  {
                    // The session, as far as the sign-in page needs it too.
                    name: 'session',
                    test: /site[\\/]core[\\/](?:api[\\/]failures|session[\\/](?:session|investor-session-termination|internal[\\/]session-termination))\.ts|api[\\/]contract[\\/]session\.ts/,
                  },
                  // Shared by islands and signed-in pages: each apart, so that no public page loads the group after them.
                  { name: 'refetch', test: /site[\\/]core[\\/]query[\\/]internal[\\/]refetch\.ts/ },
                  // Used together: one file less for the area to list.
                  {
                    name: 'series-paths',
                    test: /site[\\/]core[\\/]format[\\/]series-paths\.ts|shared[\\/]series-code\.ts/,
                  },
                  { name: 'format', test: /site[\\/]core[\\/]format[\\/]format\.ts/ },
                  {
                    // The event stream, which pages with live prices read too.
                    name: 'live',
                    test: /site[\\/]core[\\/]live[\\/]internal[\\/]live-events\.ts|api[\\/]contract[\\/]events\.ts/,
                  },
                  {
                    // What every page behind sign-in loads: in one file it compresses better.
                    name: 'signed-in',
                    test: /node_modules[\\/]ky[\\/]|api[\\/]contract[\\/]notifications\.ts|site[\\/](?:core[\\/](?:api[\\/](?:internal[\\/](?!upload)|investor-api)|session[\\/]internal[\\/](?:account|session-query|token-refresh)|query[\\/](?:investor-query|notifications)|browser[\\/]other-page)|investor[\\/](?:support[\\/]write-to-us|session[\\/]next)\.ts)/,
                  },
                  {
                    // The prices of the home page, which the area reads too.
                    name: 'prices',
                    test: /site[\\/]core[\\/](?:market[\\/](?:market|internal[\\/][\w-]+)|query[\\/]sourced)\.ts|api[\\/]contract[\\/]market\.ts|shared[\\/]market-assets\.ts/,
                  },
                  {
                    // Shared by dialogs; listed after its own dependencies.
                    name: 'dialog',
                    test: /site[\\/]ui[\\/](?:Banner|Button|DialogFrame|NativeDialog|icons[\\/]signs)\.tsx/,
                  },
                  // Apart from the area's group, which would take it along without using it.
                  { name: 'tokens', test: /api[\\/]contract[\\/]tokens\.ts|shared[\\/]enums[\\/]tokens\.ts/ },
                  {
                    // What several pages of the area are drawn with; apart they would be files of a few hundred bytes.
                    name: 'area',
                    test: /site[\\/](?:investor[\\/](?:Page|PageTitle|chart[\\/]TimeChart|figures[\\/](?:FigureButton|PeriodChoice)|dashboard[\\/](?:DashboardFailure|ChartOrTable))|ui[\\/](?:Panel|EmptyState|ChartPlace|RemoteView|RetryBanner|NearScreen|SameHeight))\.tsx|site[\\/]ui[\\/](?:use-width|use-media|use-current-in-view)\.ts|site[\\/]investor[\\/](?:chart[\\/]scales|dashboard[\\/](?:figures|underway))\.ts|site[\\/]core[\\/](?:query[\\/]portfolio|market[\\/]axis-ticks)\.ts|api[\\/]contract[\\/]portfolio\.ts|shared[\\/]enums[\\/]portfolios\.ts/,
                  },
                ],
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
