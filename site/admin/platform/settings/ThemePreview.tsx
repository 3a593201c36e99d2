import type { CSSProperties } from 'react'
import { defaultThemeColors, getContrastRatio, getThemeProperties } from '#contract/platform/theme'
import { isColor, type SettingsValues } from './settings-form.ts'
import './settings.css'

/** The contrast that WCAG 2.2 requires for text (1.4.3). */
const READABLE = 4.5

const ratio = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

interface ThemePreviewProps {
  values: SettingsValues
  /** Today, in the selected format. */
  date: string
}

/** A preview of the colors on light and dark pages, with the contrast of the text on them. */
export function ThemePreview({ values, date }: ThemePreviewProps) {
  const colors = {
    primary_color: isColor(values.primary_color) ? values.primary_color : defaultThemeColors.primary_color,
    secondary_color: isColor(values.secondary_color)
      ? values.secondary_color
      : defaultThemeColors.secondary_color,
  }
  const [light, dark] = getThemeProperties(colors)
  const name = values.site_name.trim() || 'Site name'
  return (
    <section className="grid gap-4" aria-label="Preview">
      <Page name={name} date={date} properties={light} heading="Light" />
      <Page name={name} date={date} properties={{ ...light, ...dark }} heading="Dark" dark />
    </section>
  )
}

interface PageProps {
  name: string
  date: string
  properties: Record<string, string>
  heading: string
  dark?: boolean
}

function Page({ name, date, properties, heading, dark = false }: PageProps) {
  const button = getContrastRatio(properties['--on-primary'] ?? '', properties['--primary'] ?? '')
  const second = getContrastRatio(properties['--on-secondary'] ?? '', properties['--secondary'] ?? '')
  const link = properties['--accent-text'] ?? ''
  const isAdjusted = link !== properties['--primary']
  return (
    <figure>
      <figcaption className="mb-2 text-[0.8125rem] text-ink-3">{heading}</figcaption>
      <div
        className={`theme-preview rounded border border-line p-4 ${dark ? 'theme-preview-dark' : ''}`}
        style={properties as CSSProperties}
      >
        <div className="rounded border border-line bg-surface p-4">
          <p className="font-serif text-[1.25rem] leading-tight text-ink wrap-anywhere">{name}</p>
          <p className="mt-1 text-[0.875rem] text-ink-2">
            Last updated <span className="num">{date}</span> ·{' '}
            <span className="text-accent-text underline">Read the prospectus</span>
          </p>
          <p className="mt-4 flex flex-wrap gap-2 text-[0.875rem] font-medium" aria-hidden="true">
            <span className="rounded bg-primary px-3 py-1.5 text-on-primary">Primary</span>
            <span className="rounded bg-secondary px-3 py-1.5 text-[var(--on-secondary)]">Secondary</span>
          </p>
        </div>
      </div>
      <ul className="mt-2 grid gap-0.5 text-[0.8125rem] text-ink-2">
        <Contrast what="Text on primary" value={button} />
        <Contrast what="Text on secondary" value={second} />
        <li>
          {isAdjusted ? (
            <>
              Links are {dark ? 'lightened' : 'darkened'} for readability: <span className="num">{link}</span>
            </>
          ) : (
            'Links use the primary color.'
          )}
        </li>
      </ul>
    </figure>
  )
}

function Contrast({ what, value }: { what: string; value: number }) {
  const isReadable = value >= READABLE
  return (
    <li>
      {what}: <span className="num">{ratio.format(value)}:1</span>,{' '}
      <span className={isReadable ? 'text-gain' : 'text-warn'}>
        {isReadable ? 'readable' : 'below 4.5:1, insufficient contrast'}
      </span>
    </li>
  )
}
