import Allocation from './Allocation.astro'
import Attribution from './Attribution.astro'
import Callout from './Callout.astro'
import Card from './Card.astro'
import Cards from './Cards.astro'
import Cell from './Cell.astro'
import Check from './Check.astro'
import Checklist from './Checklist.astro'
import DataTable from './DataTable.astro'
import Departments from './Departments.astro'
import Drawing from './drawings/Drawing.astro'
import Emergency from './Emergency.astro'
import Event from './Event.astro'
import FaqExplorer from './FaqExplorer.astro'
import Figure from './Figure.astro'
import Figures from './Figures.astro'
import HeaderCell from './HeaderCell.astro'
import Highlights from './Highlights.astro'
import KeyMetrics from './KeyMetrics.astro'
import MeasuredTimes from './MeasuredTimes.astro'
import MonthlyPerformance from './MonthlyPerformance.astro'
import Reports from './Reports.astro'
import ReturnCalculator from './ReturnCalculator.astro'
import RiskMetrics from './RiskMetrics.astro'
import SeriesLegend from './SeriesLegend.astro'
import Step from './Step.astro'
import Steps from './Steps.astro'
import SupportActions from './SupportActions.astro'
import SupportContacts from './SupportContacts.astro'
import Timeline from './Timeline.astro'
import Updates from './Updates.astro'

/** Components that MDX pages may use without importing them, and our own versions of HTML elements. */
export const mdxComponents = {
  Allocation,
  Attribution,
  Callout,
  Card,
  Cards,
  Check,
  Checklist,
  Departments,
  Drawing,
  Emergency,
  Event,
  FaqExplorer,
  Figure,
  Figures,
  Highlights,
  KeyMetrics,
  MonthlyPerformance,
  Reports,
  ReturnCalculator,
  RiskMetrics,
  SeriesLegend,
  Step,
  Steps,
  MeasuredTimes,
  SupportActions,
  SupportContacts,
  Timeline,
  Updates,
  table: DataTable,
  td: Cell,
  th: HeaderCell,
}
