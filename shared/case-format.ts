/** Names from the content and the contract, formatted for sentences. */

/** `offering-memorandum` as `Offering memorandum`. */
export const toSentenceCase = (slug: string): string =>
  slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')

/** The stage of a project. `pre-feasibility` keeps its hyphen, as the study does. */
export const formatStage = (stage: string): string =>
  stage === 'pre-feasibility' ? 'Pre-feasibility' : toSentenceCase(stage)
