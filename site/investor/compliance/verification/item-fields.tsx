/** The fields of each form item. */
import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import type { Verification } from '#contract/compliance/verification'
import { toSentenceCase } from '#shared/case-format'
import { includesCountry } from '#shared/countries'
import {
  type InvestorClassification,
  investorClassifications,
  taxNumberReasonLabels,
  taxNumberReasons,
  type VerificationItem,
} from '#shared/enums/verifications'
import { hasPostalCodes } from '#shared/postal-codes'
import { Field, Select, Textarea } from '#ui/Field'
import { CountryField, GroupField, useAnswersForm, useFieldError } from './answer-fields.tsx'
import { BeneficialOwners } from './BeneficialOwners.tsx'

interface ItemProps {
  verification: Verification
}

const today = () => new Date().toISOString().slice(0, 10)

function Identity() {
  const { form } = useAnswersForm()
  const isEntity = useStore(form.$state).kind === 'entity'
  return (
    <>
      <GroupField
        group="identity"
        name="full_name"
        label="Full name"
        hint={`${isEntity ? 'Authorized signatory of the entity, as shown in the passport' : 'As shown in your passport'}. A single name is sufficient if the passport shows only one.`}
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
      <GroupField group="entity" name="name" label="Legal name" maxLength={200} className="sm:col-span-2" />
      <GroupField group="entity" name="registration_number" label="Registration number" maxLength={100} />
      <CountryField group="entity" name="country" label="Country of registration" />
      <BeneficialOwners />
    </>
  )
}

function Address() {
  const { form } = useAnswersForm()
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
        hint="Determines which offerings you are eligible for, once verified"
        className="sm:col-span-2"
      />
    </>
  )
}

/** The tax identification number of a tax residency, or the reason for having none. */
function Tax() {
  const { form, canEdit } = useAnswersForm()
  const { tax } = useStore(form.$state).answers
  const errorOf = useFieldError()
  const reason = tax?.reason ?? ''
  return (
    <>
      <CountryField group="tax" name="country" label="Country of tax residency" />
      {reason === '' && (
        <GroupField group="tax" name="number" label="Tax identification number" maxLength={100} />
      )}
      <Field
        label="Reason for no tax identification number"
        error={errorOf('tax/reason')}
        className={reason === '' ? 'sm:col-span-2' : undefined}
      >
        {(wiring) => (
          <Select
            {...wiring}
            prompt="I have one"
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
  const { form, canEdit } = useAnswersForm()
  const { answers } = useStore(form.$state)
  const errorOf = useFieldError()
  return (
    <Field
      label="Source of funds"
      hint="For example: salary, sale of a business, inheritance, company revenue"
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
  const { form, canEdit } = useAnswersForm()
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
      <Field
        label="Investor classification"
        error={errorOf('investor_kind')}
        required
        className="sm:col-span-2"
      >
        {(wiring) => (
          <Select
            {...wiring}
            prompt="Select a classification"
            options={investorClassifications.map((value) => ({ value, label: toSentenceCase(value) }))}
            value={kind}
            disabled={!canEdit}
            onChange={({ target }) => form.set('investor_kind', target.value as InvestorClassification | '')}
          />
        )}
      </Field>
      {kind !== '' && (
        <div className="sm:col-span-2">
          <Field
            label="Basis for this classification"
            hint={
              country
                ? `Choose a basis that applies in ${country}, or describe your own`
                : 'Choose one below, or describe your own'
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
            <ul className="mt-2 grid gap-1.5" aria-label="Suggested bases" id={listId}>
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
  const { form, canEdit } = useAnswersForm()
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

/** What an item's files must show. */
export const fileHints: Partial<Record<VerificationItem, string>> = {
  identity: 'Passport or identity card (photo page or photo side).',
  entity: 'Commercial register extract, issued within the last three months.',
  address: 'Proof of address: utility bill or bank statement, issued within the last three months.',
  investor_kind: 'Evidence of your classification: a certificate, statement or letter.',
}
