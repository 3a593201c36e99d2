/**
 * Other holders of the demonstration, so that registers have more than one entry. They are named after minerals rather
 * than people.
 */
import { DAY, type DemoSeries } from './demo-market.ts'
import { type DemoSubscription, planAllottedSubscription } from './demo-subscriptions.ts'

export interface DemoHolder {
  first_name: string
  last_name: string
  email: string
  openedAt: Date
  subscriptions: DemoSubscription[]
}

const MINERALS = [
  'Azurite',
  'Barite',
  'Beryl',
  'Calcite',
  'Cuprite',
  'Dolomite',
  'Epidote',
  'Fluorite',
  'Galena',
  'Halite',
  'Ilmenite',
  'Jadeite',
]

/** Percentage of the offered units that they hold, and their number. */
const parts: Readonly<Record<string, readonly [percent: number, holders: number]>> = {
  $WITGOLD: [55, 12],
  $BUSHVELD: [48, 11],
  $MTPASS: [44, 7],
  $GAClay: [62, 6],
  $BAST: [40, 5],
  $MONZ: [36, 5],
  $REECLAY: [31, 4],
  $HALL: [22, 3],
}

/** Whole hundreds of dollars, in cents. */
const HUNDRED = 10_000

/** Amounts of holders of different sizes, who together buy a part of the units. */
function amountsFor(
  capUnits: string,
  price: number,
  [percent, holders]: readonly [number, number],
): number[] {
  const whole = (Number(capUnits) * price * percent) / 100
  const weights = Array.from({ length: holders }, (_, at) => 2 + ((at * 7) % 5))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => Math.floor((whole * weight) / sum / HUNDRED) * HUNDRED)
}

/** The holders at an instant, allotted in the first weeks of each initial placement. */
export function planHolders(now: Date, series: readonly DemoSeries[]): DemoHolder[] {
  const subscriptions = series.flatMap((one) => {
    const part = parts[one.symbol]
    const [placement] = one.offerings
    if (!part || !placement || one.offerings.length < 2) return []
    return amountsFor(placement.capUnits, placement.price, part).flatMap((amount, holder) => {
      const day = new Date(placement.opensAt.getTime() + (7 + ((holder * 5) % 17)) * DAY)
      if (day.getTime() > now.getTime() - DAY) return []
      const planned = planAllottedSubscription(one, amount, day, 60 + holder * 11)
      return planned ? [{ holder, planned }] : []
    })
  })
  return MINERALS.flatMap((mineral, at) => {
    const own = subscriptions.filter(({ holder }) => holder === at).map(({ planned }) => planned)
    const first = Math.min(...own.map(({ steps }) => steps[0]?.at.getTime() ?? 0))
    if (own.length === 0) return []
    return {
      first_name: mineral,
      last_name: 'Demonstration',
      email: `${mineral.toLowerCase()}@demo.lodefield.example`,
      openedAt: new Date(first - 30 * DAY),
      subscriptions: own,
    }
  })
}
