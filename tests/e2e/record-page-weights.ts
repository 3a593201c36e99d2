/** Records the weights of the pages of the built site, after a deliberate change: `npm run budgets`. */
import { weighPages } from './page-weights.ts'

const file = Bun.file('tests/budgets/page-weights.json')
const pages = Object.fromEntries([...weighPages()].toSorted(([one], [other]) => (one < other ? -1 : 1)))
await Bun.write(file, `${JSON.stringify({ ...(await file.json()), pages }, null, 2)}\n`)
