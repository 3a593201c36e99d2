import { Link, Text, View } from '@react-pdf/renderer'
import { palette } from '#shared/brand'
import { numberOf } from './labels.ts'
import { asNodes, Prose } from './Prose.tsx'
import { dropTo, label, settings, sideWidth, textWidth, toStyle, wideWidth } from './style.ts'

export interface ContentsEntry {
  anchor: string
  title: string
  /** Undefined while the pages are still being counted. */
  page?: number
}

/** Up to this many sections are listed in one column. */
const singleColumn = 6
const columnWidth = (wideWidth - 28) / 2
const entrySetting = { ...settings.text, size: 9.5 }
const pageSetting = { ...settings.label, size: 8.25 }

/** Second page: the findings in full sentences, and the table of contents. */
export function Overview({ findings, contents }: { findings: string[]; contents: ContentsEntry[] }) {
  const half = contents.length <= singleColumn ? contents.length : Math.ceil(contents.length / 2)
  const columns = [contents.slice(0, half), contents.slice(half)].filter((column) => column.length > 0)
  return (
    <>
      <Heading title="Key findings" />
      {findings.map((finding, position) => (
        <Finding key={finding} finding={finding} number={numberOf(position)} />
      ))}
      <View style={{ height: 30 }} />
      <Heading title="Contents" />
      <View
        style={{ flexDirection: 'row', justifyContent: 'space-between', marginLeft: -sideWidth }}
        wrap={false}
      >
        {columns.map((column) => (
          <View key={column[0]?.anchor} style={{ width: columns.length === 1 ? wideWidth : columnWidth }}>
            {column.map((entry) => (
              <Entry key={entry.anchor} entry={entry} number={numberOf(contents.indexOf(entry))} />
            ))}
          </View>
        ))}
      </View>
    </>
  )
}

function Heading({ title }: { title: string }) {
  // The PDF writer accepts bookmarks on any block; its types have them on pages only.
  const bookmark = { bookmark: { title, fit: false } }
  return (
    <View {...bookmark} style={{ marginLeft: -sideWidth, marginBottom: 12 }}>
      <Text style={toStyle(settings.display)}>{title}</Text>
    </View>
  )
}

function Finding({ finding, number }: { finding: string; number: string }) {
  return (
    <View
      wrap={false}
      style={{
        flexDirection: 'row',
        marginLeft: -sideWidth,
        paddingVertical: 11,
        borderTopWidth: 0.5,
        borderTopColor: palette.line,
      }}
    >
      <Text
        style={{
          ...label,
          width: sideWidth,
          marginTop: dropTo(settings.finding, settings.label),
          color: palette.accentText,
        }}
      >
        {number}
      </Text>
      <Prose nodes={asNodes(finding)} setting={settings.finding} width={textWidth} />
    </View>
  )
}

function Entry({ entry, number }: { entry: ContentsEntry; number: string }) {
  return (
    <Link src={`#${entry.anchor}`} style={{ color: palette.ink, textDecoration: 'none' }}>
      <View
        style={{
          flexDirection: 'row',
          paddingVertical: 4,
          borderTopWidth: 0.5,
          borderTopColor: palette.line,
        }}
      >
        <Text style={{ ...label, width: 26, marginTop: dropTo(entrySetting, settings.label) }}>{number}</Text>
        <Text style={{ ...toStyle(entrySetting), flex: 1 }}>{entry.title}</Text>
        <Text style={{ ...toStyle(pageSetting), marginTop: dropTo(entrySetting, pageSetting) }}>
          {entry.page ?? ''}
        </Text>
      </View>
    </Link>
  )
}
