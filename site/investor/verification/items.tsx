/** The fields of each item of the form. */
import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import type { Verification } from '#contract/verification'
import { includesCountry } from '#shared/countries'
import {
  type InvestorKind,
  investorKinds,
  taxNumberReasonLabels,
  taxNumberReasons,
  type VerificationItem,
} from '#shared/enums/verifications'
import { hasPostalCodes } from '#shared/postal-codes'
import { sentenceCase } from '#shared/words'
import { Field, Select, Textarea } from '#ui/Field'
import { CountryField, GroupField, useEditing, useFieldError } from './fields.tsx'
import { People } from './People.tsx'

interface ItemProps {
  verification: Verification
}

const today = () => new Date().toISOString().slice(0, 10)

function Identity() {
  const { form } = useEditing()
  const isEntity = useStore(form.$state).kind === 'entity'
  return (
    <>
      <GroupField
        group="identity"
        name="full_name"
        label="Full name"
        hint={`${isEntity ? 'Of the person who signs for the entity, as in the passport' : 'As in your passport'}. One name is enough for a person who has one.`}
        maxLength={200}
        autoComplete="name"
        className="sm:col-span-2"
      />
      <GroupField
        group="identity"
        name="birth_date"
        label="Date of birth"
        type="date"
        max={today()}
        autoComplete="bday"
      />
      <CountryField group="identity" name="nationality" label="Nationality" />
    </>
  )
}

function Entity() {
  return (
    <>
      <GroupField
        group="entity"
        name="name"
        label="Name of the entity"
        maxLength={200}
        className="sm:col-span-2"
      />
      <GroupField group="entity" name="registration_number" label="Registration number" maxLength={100} />
      <CountryField group="entity" name="country" label="Country of registration" />
      <People />
    </>
  )
}

function Address() {
  const { form } = useEditing()
  const { address } = useStore(form.$state).answers
  return (
    <>
      <GroupField
        group="address"
        name="street"
        label="Street and number"
        maxLength={200}
        autoComplete="street-address"
        className="sm:col-span-2"
      />
      <GroupField
        group="address"
        name="postal_code"
        label="Postal code"
        isOptional={!hasPostalCodes(address?.country ?? '')}
        maxLength={32}
        autoComplete="postal-code"
      />
      <GroupField group="address" name="city" label="City" maxLength={200} autoComplete="address-level2" />
      <CountryField
        group="address"
        name="country"
        label="Country"
        hint="Offerings are open to certain countries: this one counts once it is verified"
        className="sm:col-span-2"
      />
    </>
  )
}

/** The number of the tax residence, or the reason for having none. */
function Tax() {
  const { form, canEdit } = useEditing()
  const { tax } = useStore(form.$state).answers
  const errorOf = useFieldError()
  const reason = tax?.reason ?? ''
  return (
    <>
      <CountryField group="tax" name="country" label="Country of tax residence" />
      {reason === '' && <GroupField group="tax" name="number" label="Tax number" maxLength={100} />}
      <Field
        label="Reason for having no tax number"
        error={errorOf('tax/reason')}
        className={reason === '' ? 'sm:col-span-2' : undefined}
      >
        {(wiring) => (
          <Select
            {...wiring}
            prompt="I have a tax number"
            options={taxNumberReasons.map((value) => ({ value, label: taxNumberReasonLabels[value] }))}
            value={reason}
            disabled={!canEdit}
            onChange={({ target }) => {
              form.setIn('tax', 'reason', target.value)
              if (target.value !== '') form.setIn('tax', 'number', '')
            }}
          />
        )}
      </Field>
      {reason === 'unable' && (
        <GroupField
          group="tax"
          name="explanation"
          label="Why you cannot obtain one"
          maxLength={200}
          className="sm:col-span-2"
        />
      )}
    </>
  )
}

function SourceOfFunds() {
  const { form, canEdit } = useEditing()
  const { answers } = useStore(form.$state)
  const errorOf = useFieldError()
  return (
    <Field
      label="Where the money comes from"
      hint="For example salary, sale of a company, inheritance, revenue of the entity"
      error={errorOf('source_of_funds')}
      required
      className="sm:col-span-2"
    >
      {(wiring) => (
        <Textarea
          {...wiring}
          rows={3}
          maxLength={2000}
          value={answers.source_of_funds ?? ''}
          readOnly={!canEdit}
          onChange={({ target }) => form.set('source_of_funds', target.value)}
        />
      )}
    </Field>
  )
}

function Kind({ verification }: ItemProps) {
  const { form, canEdit } = useEditing()
  const { answers } = useStore(form.$state)
  const errorOf = useFieldError()
  const { investor_kind: kind = '', ground = '', address } = answers
  const country = address?.country ?? ''
  const offered = verification.grounds.filter(
    ({ investor_kind, countries }) =>
      investor_kind === kind &&
      (countries.length === 0 || (country !== '' && includesCountry(countries, country))),
  )
  const listId = useId()
  return (
    <>
      <Field label="Kind of investor" error={errorOf('investor_kind')} required className="sm:col-span-2">
        {(wiring) => (
          <Select
            {...wiring}
            prompt="Choose a kind"
            options={investorKinds.map((value) => ({ value, label: sentenceCase(value) }))}
            value={kind}
            disabled={!canEdit}
            onChange={({ target }) => form.set('investor_kind', target.value as InvestorKind | '')}
          />
        )}
      </Field>
      {kind !== '' && (
        <div className="sm:col-span-2">
          <Field
            label="The ground for it"
            hint={
              country
                ? `What applies in ${country}: choose one below or use your own words`
                : 'Choose one below or use your own words'
            }
            error={errorOf('ground')}
            required
          >
            {(wiring) => (
              <Textarea
                {...wiring}
                rows={2}
                maxLength={2000}
                value={ground}
                readOnly={!canEdit}
                onChange={({ target }) => form.set('ground', target.value)}
              />
            )}
          </Field>
          {canEdit && (
            <ul className="mt-2 grid gap-1.5" aria-label="Grounds" id={listId}>
              {offered.map(({ text }) => (
                <li key={text}>
                  <button
                    type="button"
                    aria-pressed={ground === text}
                    className="min-h-6 cursor-pointer text-left text-[0.875rem] text-accent-text underline decoration-1 underline-offset-4 aria-pressed:text-ink aria-pressed:no-underline"
                    onClick={() => form.set('ground', text)}
                  >
                    {text}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  )
}

function Declarations({ verification }: ItemProps) {
  const { form, canEdit } = useEditing()
  const { answers } = useStore(form.$state)
  const error = useFieldError()('declarations')
  const errorId = useId()
  const declared = answers.declarations ?? []
  const isDeclared = (id: string, version: number) =>
    declared.some((one) => one.id === id && one.version === version)
  return (
    <div className="grid gap-3 sm:col-span-2">
      <ul className="grid gap-4">
        {verification.declarations.map(({ id, version, title, text }) => (
          <li key={id}>
            <label className="flex items-start gap-3">
              <input
                type="checkbox"
                className="mt-1 size-[18px] flex-none"
                checked={isDeclared(id, version)}
                disabled={!canEdit}
                aria-describedby={error && !isDeclared(id, version) ? errorId : undefined}
                aria-invalid={(error !== undefined && !isDeclared(id, version)) || undefined}
                onChange={({ target }) => {
                  const others = declared.filter((one) => one.id !== id)
                  form.set('declarations', target.checked ? [...others, { id, version }] : others)
                }}
              />
              <span className="min-w-0">
                <span className="block font-medium">{title}</span>
                <span className="block text-[0.9375rem] text-ink-2">{text}</span>
                <span className="block text-[0.8125rem] text-ink-3">Version {version}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  )
}

export const itemFields: Record<VerificationItem, (props: ItemProps) => ReactNode> = {
  identity: Identity,
  entity: Entity,
  address: Address,
  tax: Tax,
  source_of_funds: SourceOfFunds,
  investor_kind: Kind,
  declarations: Declarations,
}

/** What the files of an item are to show. */
export const fileHints: Partial<Record<VerificationItem, string>> = {
  identity: 'Passport or identity card, with the picture side.',
  entity: 'Extract of the commercial register, at most three months old.',
  address: 'A bill or a bank statement with your address, at most three months old.',
  investor_kind: 'What proves the ground: a certificate, statement or letter.',
}
