import { Text, View } from '@react-pdf/renderer'
import type { BlockContent, Blockquote, List, RootContent } from 'mdast'
import { palette } from '#shared/brand'
import { Prose } from './Prose.tsx'
import { dropTo, type Setting, settings, textWidth, toStyle } from './style.ts'

interface BlockProps {
  block: RootContent | BlockContent
  setting: Setting
  width: number
  /** Space below, in addition to the block's own. */
  gap?: number
  /** A paragraph that introduces a list or table stays on its page. */
  leads?: boolean
}

/** One block of Markdown that is neither a section nor a table, with its content. */
export function Block({ block, setting, width, gap = 0, leads = false }: BlockProps) {
  switch (block.type) {
    case 'heading':
      return (
        <Prose
          nodes={block.children}
          setting={settings.subsection}
          width={width}
          style={{ marginTop: 8, marginBottom: 4 }}
          minPresenceAhead={56}
        />
      )
    case 'paragraph':
      return (
        <Prose
          nodes={block.children}
          setting={setting}
          width={width}
          style={{ marginBottom: 7.5 + gap }}
          {...(leads && { minPresenceAhead: 40 })}
        />
      )
    case 'list':
      return <ItemList list={block} setting={setting} width={width} gap={gap} />
    case 'blockquote':
      return <Quote quote={block} gap={gap} />
    case 'thematicBreak':
      return (
        <View
          style={{
            width,
            marginTop: 6,
            marginBottom: 14 + gap,
            borderTopWidth: 0.5,
            borderTopColor: palette.line,
          }}
        />
      )
    default:
      return null
  }
}

const indent = 18

interface ItemListProps {
  list: List
  setting: Setting
  width: number
  gap: number
}

function ItemList({ list, setting, width, gap }: ItemListProps) {
  const number = { ...settings.label, size: 8.25 }
  const first = list.start ?? 1
  // Items without blank lines between them are closer together than paragraphs.
  const closer = list.spread ? 0 : -3.5
  return (
    <View style={{ marginBottom: gap - closer }}>
      {list.children.map((item, position) => (
        <View key={item.position?.start.offset ?? position} style={{ flexDirection: 'row' }} wrap={false}>
          <View style={{ width: indent }}>
            {list.ordered ? (
              <Text
                style={{ ...toStyle(number), marginTop: dropTo(setting, number), color: palette.accentText }}
              >
                {first + position}
              </Text>
            ) : (
              <View
                style={{
                  width: 7,
                  marginTop: setting.size * 0.7,
                  borderTopWidth: 1,
                  borderTopColor: palette.accentText,
                }}
              />
            )}
          </View>
          <View style={{ width: width - indent, marginBottom: closer }}>
            {item.children.map((child) => (
              <Block
                key={child.position?.start.offset}
                block={child}
                setting={setting}
                width={width - indent}
              />
            ))}
          </View>
        </View>
      ))}
    </View>
  )
}

const quoteInset = 16

function Quote({ quote, gap }: { quote: Blockquote; gap: number }) {
  const width = textWidth - 2 * quoteInset - 2
  return (
    <View
      wrap={false}
      style={{
        marginTop: 2,
        marginBottom: 12 + gap,
        paddingTop: 11,
        paddingBottom: 2.5,
        paddingHorizontal: quoteInset,
        backgroundColor: palette.paper,
        borderLeftWidth: 2,
        borderLeftColor: palette.lineStrong,
      }}
    >
      {quote.children.map((child) => (
        <Block key={child.position?.start.offset} block={child} setting={settings.quote} width={width} />
      ))}
    </View>
  )
}
