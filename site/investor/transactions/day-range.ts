/** Days of the history, as `YYYY-MM-DD` in UTC, both included; an empty one leaves that end open. */
export interface DayRange {
  from: string
  to: string
}

/** The error of a range, and its field. */
export interface RangeFault {
  field: keyof DayRange
  text: string
}

/** The error of a range; undefined when it is valid. */
export const findRangeFault = ({ from, to }: DayRange): RangeFault | undefined =>
  from && to && from > to ? { field: 'to', text: 'The first day must not be after the last day' } : undefined
