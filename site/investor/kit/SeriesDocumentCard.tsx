import { formatBytes } from '#core/format/file-size'
import { applyReaderSeparators } from '#core/format/reader-format'
import { shortenHash } from '#core/format/units'
import type { PublicSeries } from '#core/query/catalog/series'
import { toSentenceCase } from '#shared/case-format'
import { CopyButton } from '#ui/CopyButton'
import { Icon } from '#ui/Icon'
import { eyeIcon } from '#ui/icons/documents'

interface DocumentFactsProps {
  document: PublicSeries['documents'][number]
  /** Called when the file is opened. */
  onOpen?: () => void
}

/** A series document: its title, type, version, size and hash, with a link to open it. */
export function SeriesDocumentCard({ document, onOpen }: DocumentFactsProps) {
  const { title, kind, version, size, sha256, url } = document
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="flex flex-wrap items-center gap-x-4 text-[0.8125rem] text-ink-2">
          <span>{toSentenceCase(kind)}</span>
          <span>Version {version}</span>
          <span>{applyReaderSeparators(formatBytes(size))}</span>
          <span className="inline-flex flex-wrap items-center gap-x-1">
            SHA-256 <span className="num">{shortenHash(sha256)}</span>
            <CopyButton text={sha256} name={`the hash of ${title}`} />
          </span>
        </p>
      </div>
      <a
        className="button button-quiet button-small"
        href={url}
        target="_blank"
        rel="noopener"
        onClick={onOpen}
        onAuxClick={onOpen}
      >
        <Icon path={eyeIcon} size={16} />
        Open<span className="visually-hidden"> {title} (opens in a new tab)</span>
      </a>
    </div>
  )
}
