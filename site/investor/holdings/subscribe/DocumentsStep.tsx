import { type ReactNode, useId } from 'react'
import type { PublicSeries } from '#core/query/catalog/series'
import { SeriesDocumentCard } from '#site/investor/kit/SeriesDocumentCard.tsx'
import { SubscribeStep } from './SubscribeStep.tsx'
import { getDocumentKey, isOpened, type OpenedVersions } from './subscribe-form.ts'

type SeriesDocument = PublicSeries['documents'][number]

interface DocumentsStepProps {
  /** Beside the title. */
  mark: ReactNode
  required: readonly SeriesDocument[]
  others: readonly SeriesDocument[]
  opened: OpenedVersions
  acknowledged: readonly number[]
  error: string | undefined
  isReady: boolean
  onOpen: (document: SeriesDocument) => void
  onAcknowledge: (id: number, isOn: boolean) => void
}

/** The offering's documents: each required one must be opened before it can be acknowledged. */
export function DocumentsStep(props: DocumentsStepProps) {
  const { mark, required, others, opened, acknowledged, error, isReady, onOpen, onAcknowledge } = props
  const id = useId()
  return (
    <SubscribeStep number={2} title="Documents" isReady={isReady} mark={mark}>
      <p className="text-[0.9375rem] text-ink-2">
        {required.length > 0
          ? 'Open each document and confirm that you have read it. We record the version you acknowledged with your subscription.'
          : 'This offering has no documents to acknowledge.'}
      </p>
      {error && (
        <p id={id} tabIndex={-1} data-failed className="field-error mt-3 outline-none" role="alert">
          {error}
        </p>
      )}
      {required.length > 0 && (
        <ul className="@container mt-4 grid grid-cols-1 gap-4">
          {required.map((document) => (
            <li key={document.id} className="rounded border border-line px-[14px] py-3">
              <SeriesDocumentCard document={document} onOpen={() => onOpen(document)} />
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
          <ul className="mt-2 grid grid-cols-1 gap-3">
            {others.map((document) => (
              <li key={document.id} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
                <SeriesDocumentCard document={document} onOpen={() => onOpen(document)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </SubscribeStep>
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
  const before = opened[getDocumentKey(document)]
  const hint = isReadable
    ? undefined
    : before
      ? `You opened version ${before.version}. Version ${version} is now current; open it to continue.`
      : 'Open the document to continue.'
  const described = [hint && `${id}-hint`, errorId].filter(Boolean).join(' ')
  return (
    <div className="mt-3 border-line border-t pt-3">
      <label htmlFor={id} className="flex items-start gap-3 text-[0.9375rem] @max-[12rem]:block">
        <input
          id={id}
          type="checkbox"
          className="mt-1 size-4 flex-none accent-(--accent-text) @max-[12rem]:mr-3"
          checked={isOn}
          disabled={!isReadable}
          aria-describedby={described || undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span className={`min-w-0 wrap-anywhere ${isReadable ? '' : 'text-ink-3'}`}>
          I have read version {version} of {title}
        </span>
      </label>
      {hint && (
        <p
          id={`${id}-hint`}
          className={`mt-1 pl-7 @max-[12rem]:pl-0 text-[0.8125rem] ${before ? 'text-warn' : 'text-ink-3'}`}
        >
          {hint}
        </p>
      )}
    </div>
  )
}
