import type { seriesDocumentKinds } from '#shared/enums/series'

type Kind = (typeof seriesDocumentKinds)[number]

/** The kind of a document of a series in words: `offering-memorandum` as `Offering memorandum`. */
export const documentKindName = (kind: Kind): string =>
  kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')
