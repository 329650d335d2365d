import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { DataTable, Loading, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useMayEdit } from '../../../widgets/access/useMayEdit'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { Question } from '../../../widgets/feedback/Question'
import { ReadDialog } from '../../../widgets/feedback/ReadDialog'
import { useSay } from '../../../widgets/feedback/say'
import { SideTable } from '../../../widgets/list/SideTable'
import { useSearch } from '../../../widgets/list/useSearch'
import styles from './plugin.module.css'
import { SettingsDialog } from './SettingsDialog'

type Tenant = Schemas['PluginTenant']
type Reach = Schemas['PluginReach']

/** What is switched: one tenant, or all that were not switched by themselves. */
type Switched = { tenant: Tenant; active: boolean | null } | { reach: Reach; everywhere: boolean }

interface Acts {
  webCode: string
  change(switched: Switched): void
  fillIn(tenant: Tenant): void
}

const RowActs = createContext<Acts>({ webCode: '', change: () => {}, fillIn: () => {} })

const isOff = (switched: Switched) =>
  'reach' in switched ? !switched.everywhere : switched.active === false

interface TenantsDialogProps {
  webCode: string
  name: string
  onClose(): void
}

/** Which tenants the plugin of a system serves. Whoever switches one off is told what that means. */
export function TenantsDialog({ webCode, name, onClose }: TenantsDialogProps) {
  const text = useText('plugins')
  const call = useCall()
  const { failed } = useSay()
  const [asked, ask] = useState<Switched>()
  const [filledIn, fillIn] = useState<Tenant>()
  const { mutate, isPending } = useMutation({
    mutationFn: async (switched: Switched): Promise<unknown> => {
      if ('reach' in switched) {
        const { reach, everywhere } = switched
        const body = { version: reach.version, everywhere }
        return call('PUT /plugin-systems/{id}', { path: { id: webCode }, body })
      }
      const { tenant, active } = switched
      const body = { version: tenant.version, active }
      const path = { id: webCode, tenantId: tenant.id }
      return call('PUT /plugin-systems/{id}/tenants/{tenantId}', { path, body })
    },
    onError: failed,
  })
  const change = (switched: Switched) => (isOff(switched) ? ask(switched) : mutate(switched))
  const agreed = () => {
    if (asked) mutate(asked)
    ask(undefined)
  }
  return (
    <>
      <ReadDialog
        title={text('tenants_title', { name })}
        wide
        isHidden={isPending || filledIn !== undefined}
        onClose={onClose}
      >
        <RowActs value={{ webCode, change, fillIn }}>
          <p className={styles.hint}>{text('tenants_hint')}</p>
          <Everywhere />
          <Tenants />
        </RowActs>
      </ReadDialog>
      {asked && (
        <Question
          isOpen
          title={
            'tenant' in asked
              ? text('switch_off_title', { name: asked.tenant.tenantName })
              : text('all_off_title')
          }
          content={text('switch_off_text')}
          confirm={text('switch_off')}
          onConfirm={agreed}
          onClose={() => ask(undefined)}
        />
      )}
      {filledIn && (
        <SettingsDialog
          webCode={webCode}
          name={name}
          tenant={filledIn}
          onClose={() => fillIn(undefined)}
        />
      )}
    </>
  )
}

function Everywhere() {
  const text = useText('plugins')
  const mayEdit = useMayEdit()
  const { webCode, change } = useContext(RowActs)
  const asked = { path: { id: webCode } }
  const { data: reach, error, refetch } = useAnswer('GET /plugin-systems/{id}', asked)
  if (error) return <Failure error={error} onRetry={refetch} />
  if (!reach) return <Loading />
  return (
    <FormControlLabel
      label={text('everywhere')}
      control={
        <Switch
          checked={reach.everywhere}
          disabled={!mayEdit}
          onChange={(_, everywhere) => change({ reach, everywhere })}
        />
      }
    />
  )
}

function Tenants() {
  const text = useText('plugins')
  const { webCode } = useContext(RowActs)
  const { q, field } = useSearch(text('search_tenant'), { margin: 'dense' })
  return (
    <SideTable
      title={text('tenants')}
      resource={`plugin-systems/${webCode}/tenants`}
      filter={q ? { q } : {}}
      search={field}
      sort={{ field: 'tenantName', order: 'ASC' }}
      empty={text('no_tenants')}
    >
      <DataTable.Col source="tenantName" label={text('tenant')} disableSort />
      <DataTable.Col source="active" label={text('fields.state')} disableSort field={State} />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={RowButtons} />
    </SideTable>
  )
}

/** Whether it is on, as a switch for whoever may. */
function State() {
  const tenant = useRecordContext<Tenant>()
  const text = useText('plugins')
  const mayEdit = useMayEdit()
  const { change } = useContext(RowActs)
  if (!tenant) return null
  const { active, own, tenantName } = tenant
  return (
    <>
      <Switch
        checked={active}
        disabled={!mayEdit}
        slotProps={{ input: { 'aria-label': text('serves', { name: tenantName }) } }}
        onChange={(_, on) => change({ tenant, active: on })}
      />
      {text(active ? 'on' : 'off')} {own && <span data-muted>{text('by_itself')}</span>}
    </>
  )
}

function RowButtons() {
  const tenant = useRecordContext<Tenant>()
  const text = useText('plugins')
  const mayEdit = useMayEdit()
  const { change, fillIn } = useContext(RowActs)
  if (!tenant) return null
  const button = (label: string, act: () => void): ReactNode => (
    <Button size="small" aria-label={`${label}: ${tenant.tenantName}`} onClick={act}>
      {label}
    </Button>
  )
  return (
    <>
      {button(text('settings'), () => fillIn(tenant))}
      {mayEdit && tenant.own && button(text('follow'), () => change({ tenant, active: null }))}
    </>
  )
}
