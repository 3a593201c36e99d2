/// <reference types="astro/client" />

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrate on the first pointer, focus or touch; or at once when the named local-storage entry exists. */
    'client:interaction'?: boolean | string
  }
}

export {}
