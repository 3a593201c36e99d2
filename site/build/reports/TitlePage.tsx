import { Defs, G, LinearGradient, Page, Path, Rect, Stop, Svg, Text, View } from '@react-pdf/renderer'
import { type ContourSheet, drawContours, seedOf } from '#build/contours'
import { palette } from '#shared/brand'
import type { ReportFrontMatter } from './front-matter.ts'
import { formatDate } from './labels.ts'
import { asNodes, countLines, Prose } from './Prose.tsx'
import { Brand, RunningFoot, Ticks } from './RunningHeader.tsx'
import {
  dropTo,
  kicker,
  label,
  page,
  settings,
  sideWidth,
  styles,
  textWidth,
  toStyle,
  wideWidth,
} from './style.ts'

interface Props {
  id: string
  report: ReportFrontMatter
  footNote: string
}

/** Title page: the title on slate with contour lines, then author, date and scope. */
export function TitlePage({ id, report, footNote }: Props) {
  const facts = [
    { name: 'Date', value: formatDate(report.date) },
    { name: 'Auditor', value: report.auditor },
    { name: 'Status', value: report.status },
    { name: 'Scope', value: report.scope },
  ]
  return (
    <Page
      size="A4"
      bookmark={{ title: report.title, fit: true }}
      style={{ ...styles.page, paddingTop: 0, paddingBottom: 0, paddingLeft: 0, paddingRight: 0 }}
      layout={({ pageNumber, totalPages, children }) => (
        <>
          {children}
          <RunningFoot note={footNote} pageNumber={pageNumber} totalPages={totalPages} />
        </>
      )}
    >
      <View style={{ height: page.height - 1 }} wrap={false}>
        <Cover id={id} report={report} />
        <View style={{ paddingHorizontal: page.margin, paddingTop: 22, paddingBottom: 70 }}>
          {facts.map(({ name, value }) => value && <Fact key={name} name={name} value={value} />)}
          {report.illustrative && <IllustrativeNote />}
        </View>
      </View>
    </Page>
  )
}

/** The largest size that fits in two lines is chosen; a longer title takes three in the size of page headings. */
const titleSizes = [42, 39, 36, 33, 30]
const titleWidth = 450

function Cover({ id, report }: Omit<Props, 'footNote'>) {
  const sheet = drawContours({ seed: seedOf(id), width: 1200, height: 1120, relief: 620, spacing: 30 })
  const nodes = asNodes(report.title)
  const sizes = titleSizes.map((size) => ({ ...settings.display, size, letterSpacing: -0.6 }))
  const title = sizes.find((setting) => countLines(nodes, setting, titleWidth) <= 2) ?? settings.display
  return (
    <View style={{ flexGrow: 1, backgroundColor: palette.slate, padding: page.margin }}>
      <Contours sheet={sheet} />
      <Ticks color={palette.accentOnSlate} inset={26} />
      <Brand size={24} near={palette.onSlate} />
      <View style={{ flexGrow: 1 }} />
      <Text
        style={{
          ...toStyle(kicker),
          textTransform: 'uppercase',
          color: palette.accentOnSlate,
          marginBottom: 14,
        }}
      >
        {report.category}
      </Text>
      <Prose
        nodes={nodes}
        setting={title}
        width={titleWidth}
        isBalanced
        style={{ color: palette.onSlate, marginBottom: 16 }}
      />
      <Prose
        nodes={asNodes(report.description)}
        setting={settings.lead}
        width={430}
        style={{ color: palette.onSlateSecond }}
      />
    </View>
  )
}

/** The contour lines, faded out under the text. */
function Contours({ sheet }: { sheet: ContourSheet }) {
  const frame = { x: 0, y: 0, width: sheet.width, height: sheet.height }
  return (
    <Svg
      style={{ position: 'absolute', top: 0, left: 0, right: 0, bottom: 0, overflow: 'hidden' }}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      preserveAspectRatio="xMidYMin slice"
    >
      <Defs>
        <LinearGradient id="aside" x1="0" y1="0" x2="1" y2="0">
          <Stop offset="0" stopColor={palette.slate} stopOpacity={0.92} />
          <Stop offset="0.3" stopColor={palette.slate} stopOpacity={0.78} />
          <Stop offset="0.6" stopColor={palette.slate} stopOpacity={0} />
        </LinearGradient>
        <LinearGradient id="below" x1="0" y1="0" x2="0" y2="1">
          <Stop offset="0.3" stopColor={palette.slate} stopOpacity={0} />
          <Stop offset="0.66" stopColor={palette.slate} stopOpacity={0.88} />
        </LinearGradient>
      </Defs>
      <G>
        <Path
          d={sheet.line}
          fill="none"
          stroke={palette.contourOnSlate}
          strokeOpacity={0.75}
          strokeWidth={1.6}
        />
        <Path d={sheet.index} fill="none" stroke={palette.primary} strokeOpacity={0.9} strokeWidth={2} />
      </G>
      <Rect {...frame} fill="url('#aside')" />
      <Rect {...frame} fill="url('#below')" />
    </Svg>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <View
      style={{
        flexDirection: 'row',
        paddingVertical: 7,
        borderBottomWidth: 0.5,
        borderBottomColor: palette.line,
      }}
    >
      <Text style={{ ...label, width: sideWidth, marginTop: dropTo(settings.text, settings.label) }}>
        {name}
      </Text>
      <Prose nodes={asNodes(value)} setting={settings.text} width={textWidth} />
    </View>
  )
}

const noteInset = 16
const note =
  'It shows the form and depth of such a report. Its figures and findings are samples. They are not evidence about any asset or token.'

function IllustrativeNote() {
  return (
    <View
      style={{
        marginTop: 18,
        paddingVertical: 11,
        paddingHorizontal: noteInset,
        backgroundColor: palette.paper,
      }}
    >
      <Ticks color={palette.primary} />
      <Text style={toStyle({ ...settings.subsection, size: settings.text.size })}>
        Illustrative sample report
      </Text>
      <Prose
        nodes={asNodes(note)}
        setting={settings.small}
        width={wideWidth - 2 * noteInset}
        style={{ color: palette.inkSecond }}
      />
    </View>
  )
}
