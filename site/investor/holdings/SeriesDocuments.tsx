import { formatBytes } from '#core/format/format'
import { shortenHash } from '#core/format/units'
import type { HoldingDetails } from '#core/query/holdings'
import { sentenceCase } from '#shared/words'
import { CopyButton } from '#ui/CopyButton'
import { EmptyState } from '#ui/EmptyState'
import { Icon } from '#ui/Icon'
import { eyeIcon } from '#ui/icons/documents'
import { Panel } from '#ui/Panel'

/** The current documents of a series. */
export function SeriesDocuments({ documents }: { documents: HoldingDetails['documents'] }) {
  return (
    <div id="documents" className="scroll-mt-20">
      <Panel title="Documents" note="Current versions of the documents of the series.">
        {documents.length === 0 ? (
          <EmptyState title="No documents yet" />
        ) : (
          <ul>
            {documents.map(({ id, kind, title, version, size, sha256, url }) => (
              <li
                key={id}
                className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-t px-[22px] py-4 first:border-t-0 max-sm:px-4"
              >
                <div className="min-w-0 flex-1 basis-56">
                  <p className="font-medium wrap-anywhere">{title}</p>
                  <p className="flex flex-wrap items-center gap-x-4 text-[0.8125rem] text-ink-2">
                    <span>{sentenceCase(kind)}</span>
                    <span>Version {version}</span>
                    <span>{formatBytes(size)}</span>
                    <span className="inline-flex items-center gap-1">
                      SHA-256 <span className="num">{shortenHash(sha256)}</span>
                      <CopyButton text={sha256} of={`the hash of ${title}`} />
                    </span>
                  </p>
                </div>
                <a className="button button-quiet button-small" href={url} target="_blank" rel="noopener">
                  <Icon of={eyeIcon} size={16} />
                  Open<span className="visually-hidden"> {title} (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}
