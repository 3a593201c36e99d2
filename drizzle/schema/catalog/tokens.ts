import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  createdAt,
  id,
  isInRangeCheck,
  isNotBlankCheck,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  NAME_LENGTH,
  newestFirst,
  optionalText,
  requiredText,
  SUBJECT_LENGTH,
  URL_LENGTH,
  updatedAt,
} from '#db/schema/column-types'
import { admins } from '#db/schema/identity/accounts'
import { iconTypes, tokenColors } from '#shared/enums/tokens'

/** Maximum length of a token symbol; also the length of `portfolios.pending_investments`. */
export const SYMBOL_LENGTH = 20

/** The key that makes a token's symbol unique: case and a leading `$` make no difference. */
export const normalizeSymbol = (symbol: SQLWrapper | string) => sql`lower(ltrim(${symbol}, '$'))`

export const tokenCategories = pgTable(
  'token_categories',
  {
    id: id(),
    name: requiredText(NAME_LENGTH),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [uniqueIndex('token_categories_name_unique').on(sql`lower(${t.name})`), isNotBlankCheck(t.name)],
)

export const tokens = pgTable(
  'tokens',
  {
    id: id(),
    symbol: requiredText(SYMBOL_LENGTH),
    name: requiredText(NAME_LENGTH),
    category_id: integer()
      .notNull()
      .references(() => tokenCategories.id, { onDelete: 'restrict' }),
    location: requiredText(SUBJECT_LENGTH),
    description: requiredText(LONG_TEXT_LENGTH),
    icon: requiredText(NAME_LENGTH),
    icon_type: text({ enum: iconTypes }).notNull().default('lucide'),
    icon_url: optionalText(URL_LENGTH),
    /** Name of a color scheme; the screens define its pair of colors. */
    color: text({ enum: tokenColors }).notNull(),
    is_active: boolean().notNull().default(true),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('tokens_symbol_unique').on(normalizeSymbol(t.symbol)),
    index('tokens_of_category').on(t.category_id),
    isNotBlankCheck(t.symbol),
    // 'none' means a portfolio without a pending token.
    check('tokens_symbol_not_none', sql`${normalizeSymbol(t.symbol)} not in ('none', '')`),
    isNotBlankCheck(t.name),
    isNotBlankCheck(t.location),
    isNotBlankCheck(t.description),
    isNotBlankCheck(t.icon),
    isOneOfCheck(t.icon_type, iconTypes),
    isOneOfCheck(t.color, tokenColors),
    check('tokens_custom_icon_has_url', sql`${t.icon_type} <> 'custom' or ${t.icon_url} <> ''`),
  ],
)

/** Uploaded icons. The file is stored under `filename`, a generated name. */
export const tokenIcons = pgTable(
  'token_icons',
  {
    id: id(),
    filename: requiredText(255),
    original_name: requiredText(255),
    content_type: requiredText(NAME_LENGTH),
    file_size: integer().notNull(),
    uploaded_by: integer().references(() => admins.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('token_icons_filename_unique').on(t.filename),
    index('token_icons_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('token_icons_of_admin').on(t.uploaded_by),
    isNotBlankCheck(t.filename),
    isInRangeCheck(t.file_size, '> 0', '<= 10485760'),
  ],
)
