import type { AstroIntegration } from 'astro'

/** The site's additions to Astro: a client directive and, in development only, the gallery of site/ui. */
export function siteParts(): AstroIntegration {
  return {
    name: 'site-parts',
    hooks: {
      'astro:config:setup': ({ addClientDirective, injectRoute, command }) => {
        addClientDirective({ name: 'interaction', entrypoint: './site/directives/interaction.ts' })
        if (command === 'dev') {
          injectRoute({ pattern: '/gallery', entrypoint: './site/gallery/gallery.astro', prerender: true })
        }
      },
    },
  }
}
