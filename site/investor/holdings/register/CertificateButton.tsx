import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { holdings } from '#contract/holdings/holdings'
import { getServerErrorMessage } from '#core/api/error-messages'
import { downloadAsInvestor } from '#core/api/investor-download'
import { createForm } from '#core/form/form'
import { toSeriesCode } from '#shared/series-code'
import { Button } from '#ui/Button'

const createDownloadForm = (symbol: string) =>
  createForm<{ symbol: string }, unknown>({
    initial: { symbol },
    save: () =>
      downloadAsInvestor(
        holdings.certificate,
        { params: { symbol: toSeriesCode(symbol) } },
        { name: `certificate-${toSeriesCode(symbol)}.pdf` },
      ),
    explain: (error) =>
      getServerErrorMessage(error, 'The certificate could not be created. Please try again.'),
  })

/** Downloads the certificate of a holding, a PDF file. */
export function CertificateButton({ symbol }: { symbol: string }) {
  const [form] = useState(() => createDownloadForm(symbol))
  const { status } = useStore(form.$state)
  return (
    <>
      <Button
        look="quiet"
        small
        onClick={() => void form.submit()}
        busy={status.name === 'saving' && 'Preparing...'}
      >
        Certificate (PDF)
      </Button>
      {status.name === 'failed' && (
        <span role="alert" className="w-full text-[0.875rem] text-loss">
          {status.message}
        </span>
      )}
    </>
  )
}
