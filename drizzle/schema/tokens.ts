import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { iconTypes, tokenColors } from '#shared/enums/tokens'
import { admins } from './accounts.ts'
import {
  createdAt,
  id,
  LONG_TEXT,
  line,
  NAME,
  newestFirst,
  notBlank,
  oneOf,
  optionalLine,
  SUBJECT,
  URL,
  updatedAt,
  within,
} from './columns.ts'

/** Longest token symbol; also the length of `portfolios.pending_investments`. */
export const SYMBOL = 20

/** The key by which a token's symbol is unique: capitals and a leading `$` make no difference. */
export const symbolKey = (symbol: SQLWrapper | string) => sql`lower(ltrim(${symbol}, '$'))`

export const tokenCategories = pgTable(
  'token_categories',
  {
    id: id(),
    name: line(NAME),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [uniqueIndex('token_categories_name_unique').on(sql`lower(${t.name})`), notBlank(t.name)],
)

export const tokens = pgTable(
  'tokens',
  {
    id: id(),
    symbol: line(SYMBOL),
    name: line(NAME),
    category_id: integer()
      .notNull()
      .references(() => tokenCategories.id, { onDelete: 'restrict' }),
    location: line(SUBJECT),
    description: line(LONG_TEXT),
    icon: line(NAME),
    icon_type: text({ enum: iconTypes }).notNull().default('lucide'),
    icon_url: optionalLine(URL),
    /** Name of a colour scheme; the screens define its pair of colours. */
    color: text({ enum: tokenColors }).notNull(),
    is_active: boolean().notNull().default(true),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('tokens_symbol_unique').on(symbolKey(t.symbol)),
    index('tokens_of_category').on(t.category_id),
    notBlank(t.symbol),
    // 'none' means a portfolio without a pending token.
    check('tokens_symbol_not_none', sql`${symbolKey(t.symbol)} not in ('none', '')`),
    notBlank(t.name),
    notBlank(t.location),
    notBlank(t.description),
    notBlank(t.icon),
    oneOf(t.icon_type, iconTypes),
    oneOf(t.color, tokenColors),
    check('tokens_custom_icon_has_url', sql`${t.icon_type} <> 'custom' or ${t.icon_url} <> ''`),
  ],
)

/** Uploaded icons. The file is stored under `filename`, a generated name. */
export const tokenIcons = pgTable(
  'token_icons',
  {
    id: id(),
    filename: line(255),
    original_name: line(255),
    content_type: line(NAME),
    file_size: integer().notNull(),
    uploaded_by: integer().references(() => admins.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('token_icons_filename_unique').on(t.filename),
    index('token_icons_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('token_icons_of_admin').on(t.uploaded_by),
    notBlank(t.filename),
    within(t.file_size, '> 0', '<= 10485760'),
  ],
)
