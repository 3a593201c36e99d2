import { Text, View } from '@react-pdf/renderer'
import type { RootContent } from 'mdast'
import { palette } from '#shared/brand'
import { Block } from './Block.tsx'
import { DataTable } from './DataTable.tsx'
import { numberOf } from './labels.ts'
import { isSectionHeading, plainText } from './markdown.ts'
import { asNodes, Prose } from './Prose.tsx'
import { dropTo, label, measureWidth, settings, sideWidth } from './style.ts'
import type { Column } from './table-columns.ts'

interface Props {
  blocks: RootContent[]
  /** Columns of every table, computed beforehand. */
  columnsOf: Map<RootContent, Column[]>
}

/** Space above a section. It belongs to the block before, so that no page begins with it. */
const sectionGap = 22

/** The body of the report: every block of its Markdown, set in the text column. */
export function Body({ blocks, columnsOf }: Props) {
  const sections = blocks.filter(isSectionHeading)
  return blocks.map((block, position) => {
    const key = block.position?.start.offset ?? position
    const next = blocks[position + 1]
    const gap = next && isSectionHeading(next) ? sectionGap : 0
    if (isSectionHeading(block)) {
      return <SectionHeading key={key} title={plainText(block)} position={sections.indexOf(block)} />
    }
    if (block.type === 'table') {
      return <DataTable key={key} table={block} columns={columnsOf.get(block) ?? []} gap={gap} />
    }
    const leads = block.type === 'paragraph' && (next?.type === 'list' || next?.type === 'table')
    return (
      <Block key={key} block={block} setting={settings.text} width={measureWidth} gap={gap} leads={leads} />
    )
  })
}

/** Name of a section's anchor in the file, for links and the table of contents. */
export const anchorOf = (position: number) => `section-${position + 1}`

function SectionHeading({ title, position }: { title: string; position: number }) {
  // The PDF writer accepts bookmarks on any block; its types have them on pages only.
  const bookmark = { bookmark: { title, fit: false } }
  return (
    <View
      {...bookmark}
      id={anchorOf(position)}
      wrap={false}
      minPresenceAhead={64}
      style={{
        flexDirection: 'row',
        marginLeft: -sideWidth,
        paddingTop: 13,
        marginBottom: 8,
        borderTopWidth: 0.75,
        borderTopColor: palette.lineStrong,
      }}
    >
      <Text
        style={{
          ...label,
          width: sideWidth,
          marginTop: dropTo(settings.section, settings.label),
          color: palette.accentText,
        }}
      >
        {numberOf(position)}
      </Text>
      <Prose nodes={asNodes(title)} setting={settings.section} width={measureWidth} isBalanced />
    </View>
  )
}
