import type { AstroIntegration } from 'astro'

/** What the site adds to Astro: two client directives and, in development only, the gallery of site/ui. */
export function siteParts(): AstroIntegration {
  return {
    name: 'site-parts',
    hooks: {
      'astro:config:setup': ({ addClientDirective, injectRoute, command }) => {
        addClientDirective({ name: 'interaction', entrypoint: './site/directives/interaction.ts' })
        addClientDirective({ name: 'session', entrypoint: './site/directives/session.ts' })
        if (command === 'dev') {
          injectRoute({ pattern: '/gallery', entrypoint: './site/ui/gallery.astro', prerender: true })
        }
      },
    },
  }
}
