import type { ReactNode } from 'react'
import { loadingState, type Remote } from '#core/query/remote'
import * as account from '#site/ui/icons/account.tsx'
import * as contact from '#site/ui/icons/contact.tsx'
import * as documents from '#site/ui/icons/documents.tsx'
import * as market from '#site/ui/icons/market.tsx'
import * as playback from '#site/ui/icons/playback.tsx'
import * as sections from '#site/ui/icons/sections.tsx'
import * as signs from '#site/ui/icons/status.tsx'
import * as support from '#site/ui/icons/support.tsx'
import { tokenDrawingNames } from '#site/ui/icons/tokens.tsx'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button, LinkButton } from '#ui/Button'
import { Chart } from '#ui/Chart'
import { EmptyState } from '#ui/EmptyState'
import { Field, Input, Select, Textarea } from '#ui/Field'
import { Icon } from '#ui/Icon'
import { Panel } from '#ui/Panel'
import { PasswordField } from '#ui/PasswordField'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'
import { RemoteError, RemoteView } from '#ui/RemoteView'
import { RetryBanner } from '#ui/RetryBanner'
import { Skeleton } from '#ui/Skeleton'
import { TokenIcon } from '#ui/TokenIcon'
import { Dialogs, Popups } from './overlays.tsx'

const remoteStates: readonly [string, Remote<string>][] = [
  ['Loading', loadingState],
  ['Ready', { status: 'ready', data: 'Lodefield', isFetching: false }],
  [
    'Failed, with the last data',
    { status: 'failed', error: undefined, lastData: 'Lodefield', isFetching: false },
  ],
  ['Failed', { status: 'failed', error: undefined, lastData: undefined, isFetching: true }],
]

const drawings = {
  ...account,
  ...contact,
  ...documents,
  ...market,
  ...playback,
  ...sections,
  ...signs,
  ...support,
}
// Sorted: the order of a module's exports differs between server and browser.
const drawingNames = (Object.keys(drawings) as (keyof typeof drawings)[]).sort()

const longText =
  'A very long text that was written without any regard for the width of the container that will have to show it'
const options = ['Gold', 'Silver', 'Copper'].map((label) => ({ value: label, label }))

const tokenColors = [
  'Gold',
  'Silver',
  'Purple',
  'Green',
  'Orange',
  'Amber',
  'Emerald',
  'Indigo',
  'Gray',
  'Pink',
]

/** Every part of `site/ui`. Add a new part here with all its states. */
export function Gallery() {
  return (
    <div className="grid grid-cols-1 gap-12 py-12">
      <Part name="Button">
        <Button>Primary</Button>
        <Button disabled>Disabled</Button>
        <Button busy="Submitting...">Busy</Button>
        <Button look="quiet">Quiet</Button>
        <Button look="quiet" disabled>
          Disabled
        </Button>
        <Button look="danger">Delete investor</Button>
        <Button look="danger" disabled>
          Disabled
        </Button>
        <Button small>Small</Button>
        <Button look="quiet" small>
          <Icon path={drawings.eyeIcon} size={16} />
          With icon
        </Button>
        <LinkButton href="#button" look="quiet" small>
          <Icon path={drawings.downloadIcon} size={16} />A link
        </LinkButton>
      </Part>
      <Part name="Badge and Mark">
        <Badge>Inactive</Badge>
        <Badge tone="gain">Verified</Badge>
        <Badge tone="warn">Pending</Badge>
        <Badge tone="loss">Locked</Badge>
        <Badge tone="info">In progress</Badge>
        <Badge>{longText}</Badge>
        <ProvenanceBadge provenance="live" />
        <ProvenanceBadge provenance="delayed" asOf="2026-11-18T14:05:00.000Z" />
        <ProvenanceBadge provenance="simulated" />
        <ProvenanceBadge provenance="sample" />
      </Part>
      <Part name="Field">
        <Fields />
      </Part>
      <Part name="Banner and RetryBanner">
        <div className="grid w-full gap-4">
          <Banner kind="success">
            <p>Ticket submitted successfully! We'll contact you soon.</p>
          </Banner>
          <Banner kind="warning">
            <p>Using cached data - Failed to fetch market data</p>
          </Banner>
          <Banner kind="error">
            <p>
              Error submitting ticket. Please check your connection and try again. If the problem persists,
              please contact us directly.
            </p>
          </Banner>
          <RetryBanner busy={false} onRetry={() => {}}>
            Failed to fetch transactions
          </RetryBanner>
          <RetryBanner busy onRetry={() => {}}>
            Failed to fetch transactions
          </RetryBanner>
        </div>
      </Part>
      <Part name="RemoteView">
        <div className="grid w-full gap-4">
          {remoteStates.map(([state, view]) => (
            <div key={state} className="grid gap-2">
              <p className="text-[0.875rem] text-ink-2">{state}</p>
              <RemoteView
                view={view}
                failure={() => ['Failed to fetch settings', 'The database is not available.']}
                last="What is shown is from before."
                onRetry={() => {}}
                loading={<Skeleton className="h-6 w-56" />}
              >
                {(name) => <p>{name}</p>}
              </RemoteView>
            </div>
          ))}
          <RemoteError
            view={{ status: 'failed', error: undefined, lastData: undefined, isFetching: false }}
            failure="Failed to load dashboard data. Please try again."
            title="Your figures cannot be shown"
            onRetry={() => {}}
          />
        </div>
      </Part>
      <Part name="Dialog, NativeDialog and Drawer">
        <Dialogs />
      </Part>
      <Part name="Popup and Combobox">
        <Popups />
      </Part>
      <Part name="EmptyState and Skeleton">
        <div className="panel w-full max-w-md">
          <EmptyState title="No transactions yet">
            They appear here once the first one is recorded.
          </EmptyState>
        </div>
        <div className="panel grid w-full max-w-md gap-3 p-6">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton />
          <Skeleton className="h-4 w-3/4" />
        </div>
      </Part>
      <Part name="Icon">
        {drawingNames.map((name) => (
          <Icon key={name} path={drawings[name]} size={24} />
        ))}
      </Part>
      <Part name="TokenIcon">
        {tokenDrawingNames.map((icon, at) => (
          <TokenIcon
            key={icon}
            token={{
              icon,
              icon_type: 'lucide',
              icon_url: '',
              color: tokenColors[at % tokenColors.length] ?? '',
            }}
          />
        ))}
        <TokenIcon
          small
          token={{ icon: 'No such drawing', icon_type: 'lucide', icon_url: '', color: 'No such color' }}
        />
        <TokenIcon token={{ icon: '', icon_type: 'custom', icon_url: '/favicon.svg', color: 'Gray' }} />
      </Part>
      <Part name="Panel">
        <Panel
          title="A panel"
          note="What its figures are made of."
          aside={<ProvenanceBadge provenance="live" />}
          className="w-full"
        >
          <p className="p-6">Its content brings its own padding.</p>
        </Panel>
        <Panel title={longText} className="max-w-xs">
          <EmptyState title="Nothing here" />
        </Panel>
      </Part>
      <Part name="Chart">
        <Charts />
      </Part>
    </div>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="border-line border-t pt-6">
      <h2 className="mb-6 text-[1.5rem]">{name}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  )
}

function Fields() {
  return (
    <div className="grid w-full grid-cols-1 gap-6 sm:grid-cols-2">
      <Field label="Required" required>
        {(control) => <Input {...control} defaultValue="Filled in" />}
      </Field>
      <Field label="Optional" hint="A hint that says what is expected.">
        {(control) => <Input {...control} placeholder="Placeholder" />}
      </Field>
      <Field label="Rejected" required error="Enter a valid email address, such as name@example.com">
        {(control) => <Input {...control} type="email" defaultValue="name@" />}
      </Field>
      <Field label="Disabled">
        {(control) => <Input {...control} disabled defaultValue="Cannot be changed" />}
      </Field>
      <Field label="Choice" required>
        {(control) => <Select {...control} options={options} prompt="Choose" />}
      </Field>
      <Field label={longText}>{(control) => <Input {...control} type="date" />}</Field>
      <PasswordField
        label="Password"
        name="gallery-password"
        autoComplete="off"
        hint="With a control that shows it"
      />
      <Field label="Long text" className="sm:col-span-2">
        {(control) => <Textarea {...control} />}
      </Field>
    </div>
  )
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun']

function Charts() {
  return (
    <div className="grid w-full grid-cols-1 gap-6 md:grid-cols-2">
      <Chart
        kind="area"
        label="Sample line that rises from 100 to 118 in six months"
        series={[{ name: 'Sample', data: [100, 104, 102, 109, 112, 118] }]}
        options={{ xaxis: { categories: months } }}
      />
      <Chart
        kind="donut"
        label="Sample shares: gold 35, silver 25, copper 20, rare earths 15, lithium 5 percent"
        series={[35, 25, 20, 15, 5]}
        options={{ labels: ['Gold', 'Silver', 'Copper', 'Rare earths', 'Lithium'], fill: { opacity: 1 } }}
      />
    </div>
  )
}
