import { useState } from 'react'
import { getFirstAvailableCallDay, listAvailableCallTimes } from '#contract/desk/call-times'
import { CallBody, type CallZone, support } from '#contract/desk/support'
import { callAsOptionalInvestor } from '#core/api/call-as-author'
import { Input, Select, Textarea } from '#ui/Field'
import { AuthorFields, type DialogProps, FormDialog, FormField } from './FormDialog.tsx'
import { toOptions } from './select-options.ts'

/** In list order: Pacific time, the team's own, comes first. */
const zones = toOptions(['PST', 'EST', 'CST', 'MST', 'GMT'] satisfies CallZone[])

/** Requests a call: name, subject, time and time zone. */
export function CallDialog({ open, onClose, onSent }: DialogProps) {
  const [zone, setZone] = useState<CallZone>('PST')
  const [day, setDay] = useState('')
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Schedule a call"
      schema={CallBody}
      send={(body: CallBody, options) => callAsOptionalInvestor(support.createCallRequest, { body }, options)}
      errorMessage={{
        success: "Call request submitted successfully! We'll contact you to confirm.",
        failure: 'Error scheduling call.',
        submit: 'Request call',
        busy: 'Submitting...',
      }}
      onSent={(received) => {
        setZone('PST')
        setDay('')
        onSent(received)
      }}
    >
      <AuthorFields />
      <FormField name="phone" label="Phone">
        {(control) => <Input {...control} type="tel" autoComplete="tel" data-autofocus />}
      </FormField>
      <FormField name="company" label="Company">
        {(control) => <Input {...control} autoComplete="organization" />}
      </FormField>
      <FormField name="purpose" label="Purpose" wide>
        {(control) => <Input {...control} />}
      </FormField>
      <FormField
        name="preferred_date"
        label="Preferred date"
        hint="We will confirm the date and time with you"
      >
        {({ maxLength: _notForDates, ...control }) => (
          <Input
            {...control}
            type="date"
            min={getFirstAvailableCallDay(zone)}
            onChange={(event) => setDay(event.target.value)}
          />
        )}
      </FormField>
      <div className="grid grid-cols-2 gap-4">
        <FormField name="preferred_time" label="Preferred time">
          {(control) => (
            <Select
              {...control}
              // For today, only future times; a selected time that is not among them is cleared.
              options={toOptions(listAvailableCallTimes(zone, day))}
              prompt="Choose"
              defaultValue=""
            />
          )}
        </FormField>
        <FormField name="timezone" label="Time zone">
          {(control) => (
            <Select
              {...control}
              options={zones}
              value={zone}
              onChange={(event) => setZone(event.target.value as CallZone)}
            />
          )}
        </FormField>
      </div>
      <FormField name="notes" label="Notes" wide>
        {(control) => <Textarea {...control} rows={3} />}
      </FormField>
    </FormDialog>
  )
}
