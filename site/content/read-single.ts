import { type DataEntryMap, getEntry } from 'astro:content'

type Single = 'home' | 'support' | 'performance'

/** The only entry of a collection that is a single YAML file. */
export async function readSingle<Name extends Single>(
  name: Name,
): Promise<DataEntryMap[Name][string]['data']> {
  const entry = await getEntry(name, name)
  if (!entry) throw new Error(`content/${name}.yaml is missing or empty.`)
  return entry.data
}

const signed = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** A percentage with its sign and one decimal: +2.8, -0.4, 0.0. */
export const formatSigned = (percent: number): string => signed.format(percent)
