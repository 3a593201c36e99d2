import mdx from '@astrojs/mdx'
import react from '@astrojs/react'
import sitemap from '@astrojs/sitemap'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { delivery } from './site/build/delivery/index.ts'
import { siteParts } from './site/build/site-parts.ts'

const origin = process.env.PUBLIC_ORIGIN ?? 'http://localhost:4321'

/** Addresses that answer, yet are no page of their own: error views, the investor area, a second address. */
const unlisted = ['/404', '/docs/404', '/legal/404', '/access', '/gallery', '/docs/privacy-policy']

export default defineConfig({
  site: origin,
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist/site',
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
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
    plugins: [tailwindcss()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // React's five small modules in one file: four requests and a kilobyte less on an island's page.
              codeSplitting: {
                groups: [
                  {
                    name: 'react',
                    test: /node_modules[\\/](?:react|react-dom|scheduler|@nanostores[\\/]react)[\\/]/,
                  },
                ],
              },
            },
          },
        },
      },
    },
    server: process.env.API_ORIGIN
      ? { proxy: { '/api/v1': process.env.API_ORIGIN, '/documents/uploads': process.env.API_ORIGIN } }
      : {},
  },
})
