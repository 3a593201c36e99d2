import PDFDocument from 'pdfkit'

/** A document without pages: A4, tagged, in English, its title in the window. */
export const createPdfDocument = (info: PDFKit.DocumentInfo): PDFKit.PDFDocument =>
  new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    tagged: true,
    info,
  })
