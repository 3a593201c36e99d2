/** What Astro runs before an island is hydrated: in development React's preamble, else nothing. */
declare module 'astro:scripts/before-hydration.js' {}
