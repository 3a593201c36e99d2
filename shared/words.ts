/** Names in the content and the contract, as sentences print them. */

/** `offering-memorandum` as `Offering memorandum`. */
export const sentenceCase = (slug: string): string =>
  slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')

/** The stage of a project. `pre-feasibility` keeps its hyphen, which the study has too. */
export const stageName = (stage: string): string =>
  stage === 'pre-feasibility' ? 'Pre-feasibility' : sentenceCase(stage)
