import Allocation from './Allocation.astro'
import Attribution from './Attribution.astro'
import Callout from './Callout.astro'
import Card from './Card.astro'
import CardGrid from './CardGrid.astro'
import Cell from './Cell.astro'
import Checklist from './Checklist.astro'
import ChecklistItem from './ChecklistItem.astro'
import DataTable from './DataTable.astro'
import Departments from './Departments.astro'
import Drawing from './drawings/Drawing.astro'
import EmergencyContact from './EmergencyContact.astro'
import FaqExplorer from './FaqExplorer.astro'
import HeaderCell from './HeaderCell.astro'
import Highlights from './Highlights.astro'
import KeyFigure from './KeyFigure.astro'
import KeyFigures from './KeyFigures.astro'
import KeyMetrics from './KeyMetrics.astro'
import MonthlyPerformance from './MonthlyPerformance.astro'
import Reports from './Reports.astro'
import ResponseTimes from './ResponseTimes.astro'
import ReturnCalculator from './ReturnCalculator.astro'
import RiskMetrics from './RiskMetrics.astro'
import SeriesLegend from './SeriesLegend.astro'
import Step from './Step.astro'
import Steps from './Steps.astro'
import SupportActions from './SupportActions.astro'
import SupportContacts from './SupportContacts.astro'
import Timeline from './Timeline.astro'
import TimelineEvent from './TimelineEvent.astro'
import Updates from './Updates.astro'

/** Components that MDX pages may use without importing them, and our own versions of HTML elements. */
export const mdxComponents = {
  Allocation,
  Attribution,
  Callout,
  Card,
  Cards: CardGrid,
  Check: ChecklistItem,
  Checklist,
  Departments,
  Drawing,
  Emergency: EmergencyContact,
  Event: TimelineEvent,
  FaqExplorer,
  Figure: KeyFigure,
  Figures: KeyFigures,
  Highlights,
  KeyMetrics,
  MonthlyPerformance,
  Reports,
  ReturnCalculator,
  RiskMetrics,
  SeriesLegend,
  Step,
  Steps,
  MeasuredTimes: ResponseTimes,
  SupportActions,
  SupportContacts,
  Timeline,
  Updates,
  table: DataTable,
  td: Cell,
  th: HeaderCell,
}
