import { Document, Page } from '@react-pdf/renderer'
import type { RootContent } from 'mdast'
import type { ReactNode } from 'react'
import { brandName } from '#shared/brand'
import { anchorOf, Body } from './Body.tsx'
import type { ReportFrontMatter } from './front-matter.ts'
import { footNoteOf } from './labels.ts'
import { isSectionHeading, plainText } from './markdown.ts'
import { Overview } from './Overview.tsx'
import { RunningFoot, RunningHead } from './RunningHeader.tsx'
import { styles } from './style.ts'
import { TitlePage } from './TitlePage.tsx'
import type { Column } from './table-columns.ts'

export interface ReportDocumentProps {
  id: string
  report: ReportFrontMatter
  blocks: RootContent[]
  columnsOf: Map<RootContent, Column[]>
  /** Page of each section, as counted in the first pass. */
  sectionPages: number[]
}

/** A report as a PDF: title page, key findings and contents, then the report. */
export function ReportDocument({ id, report, blocks, columnsOf, sectionPages }: ReportDocumentProps) {
  const footNote = footNoteOf(report)
  const date = new Date(`${report.date}T12:00:00Z`)
  const contents = blocks.filter(isSectionHeading).map((heading, position) => ({
    anchor: anchorOf(position),
    title: plainText(heading),
    page: sectionPages[position],
  }))
  return (
    <Document
      title={report.title}
      author={brandName}
      subject={report.description}
      keywords={[report.category, report.type, ...(report.illustrative ? ['illustrative sample'] : [])].join(
        ', ',
      )}
      creator={brandName}
      producer={brandName}
      language="en"
      pdfVersion="1.7"
      pageMode="useOutlines"
      creationDate={date}
      modificationDate={date}
    >
      <TitlePage id={id} report={report} footNote={footNote} />
      <TextPage title={report.title} footNote={footNote}>
        <Overview findings={report.findings} contents={contents} />
      </TextPage>
      <TextPage title={report.title} footNote={footNote}>
        <Body blocks={blocks} columnsOf={columnsOf} />
      </TextPage>
    </Document>
  )
}

function TextPage({ title, footNote, children }: { title: string; footNote: string; children: ReactNode }) {
  return (
    <Page
      size="A4"
      style={styles.page}
      layout={(sheet) => (
        <>
          {sheet.children}
          <RunningFoot note={footNote} pageNumber={sheet.pageNumber} totalPages={sheet.totalPages} />
        </>
      )}
    >
      <RunningHead title={title} />
      {children}
    </Page>
  )
}
