import { Text, View } from '@react-pdf/renderer'
import type { Table, TableCell, TableRow } from 'mdast'
import type { ReactNode } from 'react'
import { palette } from '#shared/brand'
import { plainText } from './markdown.ts'
import { asNodes, Prose } from './Prose.tsx'
import { dropTo, label, settings, sideWidth, textWidth, toStyle } from './style.ts'
import { type Column, columnGap, isFigure, parenthesisWidth } from './table-columns.ts'

interface Props {
  table: Table
  columns: Column[]
  /** Space below, in addition to the table's own. */
  gap: number
}

/**
 * Number of rows kept together at the start and the end of a table; a table with fewer than three times as many is
 * not split.
 */
const together = 3

/** A ruled table. A long one may continue on the next page, where its header is repeated. */
export function DataTable({ table, columns, gap }: Props) {
  const [header, ...rows] = table.children
  const width = columns.reduce((total, column) => total + column.width, columnGap * (columns.length - 1))
  const head = header && <Header row={header} columns={columns} />
  const body = rows.map((row, position) => {
    const isRuled = isTotal(row) || (position === rows.length - 2 && isTotal(rows.at(-1)))
    return <Row key={row.position?.start.offset} row={row} columns={columns} isRuled={isRuled} />
  })
  const isLong = rows.length >= 3 * together
  // Space above or below belongs to rows: as space of the table it could end up alone on a page.
  const below = 15 + gap
  return (
    <View wrap={isLong} style={{ marginLeft: width > textWidth + 1 ? -sideWidth : 0, width }}>
      {isLong ? (
        <LongTable head={head} body={body} below={below} />
      ) : (
        <View style={{ paddingBottom: below }}>
          {head}
          {body}
        </View>
      )}
    </View>
  )
}

interface LongTableProps {
  head: ReactNode
  body: ReactNode[]
  /** Space below the last row. */
  below: number
}

/**
 * The header is drawn with the first rows, so that it is never alone at the foot of a page, and again on every later
 * page.
 */
function LongTable({ head, body, below }: LongTableProps) {
  const start = { page: 0 }
  const begin = ({ pageNumber }: { pageNumber: number }) => {
    start.page = pageNumber
    return (
      <View>
        {head}
        {body.slice(0, together)}
      </View>
    )
  }
  return (
    <>
      <View wrap={false} render={begin} />
      <View fixed wrap={false} render={({ pageNumber }) => (pageNumber === start.page ? null : head)} />
      {body.slice(together, -together)}
      <View wrap={false} style={{ paddingBottom: below }}>
        {body.slice(-together)}
      </View>
    </>
  )
}

function Header({ row, columns }: { row: TableRow; columns: Column[] }) {
  return (
    <View
      style={{
        flexDirection: 'row',
        alignItems: 'flex-end',
        paddingVertical: 4,
        borderBottomWidth: 0.75,
        borderBottomColor: palette.lineStrong,
      }}
    >
      {row.children.map((cell, position) => (
        <View key={cell.position?.start.offset} style={place(columns, position)}>
          <Prose
            nodes={asNodes(plainText(cell))}
            setting={settings.columnHead}
            width={(columns[position]?.width ?? 0) - hangingRoom(columns[position], plainText(cell))}
            isBalanced
            style={{ color: label.color, textAlign: alignOf(columns[position]) }}
          />
        </View>
      ))}
    </View>
  )
}

interface RowProps {
  row: TableRow
  columns: Column[]
  /** A heavier rule below, as under a total. */
  isRuled: boolean
}

function Row({ row, columns, isRuled }: RowProps) {
  return (
    <View
      wrap={false}
      style={{
        flexDirection: 'row',
        paddingVertical: 3.2,
        borderBottomWidth: isRuled ? 0.75 : 0.5,
        borderBottomColor: isRuled ? palette.lineStrong : palette.line,
      }}
    >
      {row.children.map((cell, position) => (
        <View key={cell.position?.start.offset} style={place(columns, position)}>
          <Cell cell={cell} column={columns[position]} />
        </View>
      ))}
    </View>
  )
}

function Cell({ cell, column }: { cell: TableCell; column: Column | undefined }) {
  const text = plainText(cell)
  if (!column || text === '') return null
  const hanging = hangingRoom(column, text)
  if (!column.isFigures || !isFigure(text)) {
    const style = { textAlign: alignOf(column) }
    return (
      <Prose nodes={cell.children} setting={settings.cell} width={column.width - hanging} style={style} />
    )
  }
  return (
    <Text
      style={{
        ...toStyle(settings.figure),
        fontWeight: isStrong(cell) ? 600 : 400,
        marginTop: dropTo(settings.cell, settings.figure),
        paddingRight: hanging,
        textAlign: 'right',
      }}
    >
      {text}
    </Text>
  )
}

/** Space to the right of a figure that does not end in a parenthesis, in a column where others do. */
function hangingRoom(column: Column | undefined, text: string): number {
  return column?.hangsParenthesis && !text.endsWith(')') ? parenthesisWidth : 0
}

const alignOf = (column: Column | undefined) => (column?.isFigures ? ('right' as const) : ('left' as const))
const place = (columns: Column[], position: number) => ({
  width: columns[position]?.width ?? 0,
  marginRight: position === columns.length - 1 ? 0 : columnGap,
})

function isTotal(row: TableRow | undefined): boolean {
  return row?.children.every((cell) => isStrong(cell) || plainText(cell) === '') ?? false
}

function isStrong(cell: TableCell): boolean {
  return cell.children.length > 0 && cell.children.every(({ type }) => type === 'strong')
}
