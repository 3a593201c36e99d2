import { useId } from 'react'
import { formatBytes } from '#core/format/format'
import { shortenHash } from '#core/format/units'
import type { PublicSeries } from '#core/query/series'
import { sentenceCase } from '#shared/words'
import { CopyButton } from '#ui/CopyButton'
import { Step } from './Step.tsx'
import { isOpened, keyOf, type OpenedVersions } from './subscribe-form.ts'

type SeriesDocument = PublicSeries['documents'][number]

interface DocumentsStepProps {
  required: readonly SeriesDocument[]
  others: readonly SeriesDocument[]
  opened: OpenedVersions
  acknowledged: readonly number[]
  error: string | undefined
  isReady: boolean
  onOpen: (document: SeriesDocument) => void
  onAcknowledge: (id: number, isOn: boolean) => void
}

/** The documents of the offering: each required one is opened before it can be acknowledged. */
export function DocumentsStep(props: DocumentsStepProps) {
  const { required, others, opened, acknowledged, error, isReady, onOpen, onAcknowledge } = props
  const id = useId()
  return (
    <Step number={2} title="Documents" isReady={isReady}>
      <p className="text-[0.9375rem] text-ink-2">
        {required.length > 0
          ? 'Open each document, then say that you have read it. Which version you acknowledged is kept with your subscription.'
          : 'This offering asks for no document to be acknowledged.'}
      </p>
      {error && (
        <p id={id} tabIndex={-1} data-failed className="field-error mt-3 outline-none" role="alert">
          {error}
        </p>
      )}
      {required.length > 0 && (
        <ul className="mt-4 grid gap-4">
          {required.map((document) => (
            <li key={document.id} className="rounded border border-line px-4 py-3">
              <DocumentFacts document={document} onOpen={() => onOpen(document)} />
              <Acknowledgement
                document={document}
                opened={opened}
                isOn={isOpened(document, opened) && acknowledged.includes(document.id)}
                errorId={error ? id : undefined}
                onChange={(isOn) => onAcknowledge(document.id, isOn)}
              />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <>
          <h3 className="kicker mt-6">For your information</h3>
          <ul className="mt-2 grid gap-3">
            {others.map((document) => (
              <li key={document.id} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
                <DocumentFacts document={document} onOpen={() => onOpen(document)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Step>
  )
}

function DocumentFacts({ document, onOpen }: { document: SeriesDocument; onOpen: () => void }) {
  const { title, kind, version, size, sha256, url } = document
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
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
      <a
        className="button button-quiet button-small"
        href={url}
        target="_blank"
        rel="noopener"
        onClick={onOpen}
        onAuxClick={onOpen}
      >
        Open<span className="visually-hidden"> {title} (opens in a new tab)</span>
      </a>
    </div>
  )
}

interface AcknowledgementProps {
  document: SeriesDocument
  opened: OpenedVersions
  isOn: boolean
  errorId: string | undefined
  onChange: (isOn: boolean) => void
}

function Acknowledgement({ document, opened, isOn, errorId, onChange }: AcknowledgementProps) {
  const id = useId()
  const { title, version } = document
  const isReadable = isOpened(document, opened)
  const before = opened[keyOf(document)]
  const hint = isReadable
    ? undefined
    : before
      ? `You opened version ${before.version}. Version ${version} is current: open it first.`
      : 'Open the document first.'
  const described = [hint && `${id}-hint`, errorId].filter(Boolean).join(' ')
  return (
    <div className="mt-3 border-line border-t pt-3">
      <label htmlFor={id} className="flex items-start gap-3 text-[0.9375rem]">
        <input
          id={id}
          type="checkbox"
          className="mt-1 size-4 flex-none accent-(--accent-text)"
          checked={isOn}
          disabled={!isReadable}
          aria-describedby={described || undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span className={isReadable ? '' : 'text-ink-3'}>
          I have read version {version} of <span className="wrap-anywhere">{title}</span>
        </span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className={`mt-1 pl-7 text-[0.8125rem] ${before ? 'text-warn' : 'text-ink-3'}`}>
          {hint}
        </p>
      )}
    </div>
  )
}
