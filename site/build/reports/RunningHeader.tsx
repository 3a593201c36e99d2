import { Path, Svg, Text, View } from '@react-pdf/renderer'
import { brandName, mark, palette } from '#shared/brand'
import { label, page, settings, toStyle } from './style.ts'

/** Logo and name side by side; `size` is the height of the logo in points. */
export function Brand({ size, near }: { size: number; near: string }) {
  const line = { strokeWidth: mark.strokeWidth, fill: 'none' }
  return (
    <View style={{ flexDirection: 'row', alignItems: 'center' }}>
      <Svg
        style={{ width: size, height: size, flexShrink: 0, marginRight: size * 0.36 }}
        viewBox={`0 0 ${mark.size} ${mark.size}`}
      >
        <Path d={mark.far} stroke={palette.primary} {...line} />
        <Path d={mark.near} stroke={near} {...line} />
      </Svg>
      <Text style={{ ...toStyle({ ...settings.section, size: size * 0.76, lineHeight: 1.1 }), color: near }}>
        {brandName}
      </Text>
    </View>
  )
}

const tickLength = 9
const corners = [
  { top: 0, left: 0, borderTopWidth: 1, borderLeftWidth: 1 },
  { top: 0, right: 0, borderTopWidth: 1, borderRightWidth: 1 },
  { bottom: 0, left: 0, borderBottomWidth: 1, borderLeftWidth: 1 },
  { bottom: 0, right: 0, borderBottomWidth: 1, borderRightWidth: 1 },
]

/** Corner ticks of a map sheet, `inset` points inside their container. */
export function Ticks({ color, inset = 0 }: { color: string; inset?: number }) {
  return (
    <View style={{ position: 'absolute', top: inset, left: inset, right: inset, bottom: inset }}>
      {corners.map((corner) => (
        <View
          key={Object.keys(corner).join()}
          style={{
            position: 'absolute',
            width: tickLength,
            height: tickLength,
            borderColor: color,
            ...corner,
          }}
        />
      ))}
    </View>
  )
}

/**
 * Header of every page but the first: the publisher and the title of the report. It repeats as content, because
 * images in a page's layout are not scaled.
 */
export function RunningHead({ title }: { title: string }) {
  return (
    <View
      fixed
      style={{
        position: 'absolute',
        top: 34,
        left: page.margin,
        right: page.margin,
        height: 21,
        flexDirection: 'row',
        justifyContent: 'space-between',
        alignItems: 'flex-start',
        borderBottomWidth: 0.5,
        borderBottomColor: palette.line,
      }}
    >
      <Brand size={12} near={palette.ink} />
      <Text style={{ ...label, marginTop: 2.7 }}>{title}</Text>
    </View>
  )
}

interface FootProps {
  note: string
  pageNumber?: number
  totalPages?: number
}

/** Footer of every page: the kind of report, and `Page n of N`. */
export function RunningFoot({ note, pageNumber, totalPages }: FootProps) {
  return (
    <View
      style={{
        position: 'absolute',
        bottom: 34,
        left: page.margin,
        right: page.margin,
        flexDirection: 'row',
        justifyContent: 'space-between',
      }}
    >
      <Text style={label}>{note}</Text>
      <Text style={label}>{`Page ${pageNumber ?? 1} of ${totalPages ?? 1}`}</Text>
    </View>
  )
}
