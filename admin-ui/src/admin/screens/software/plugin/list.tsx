import { DataTable, TextInput, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { lazyPart } from '../../../widgets/lazyPart'
import { Asking } from '../../../widgets/list/Asking'
import { Badge } from '../../../widgets/list/Badge'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { CopyText } from '../../../widgets/list/CopyText'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { TimeField } from '../../../widgets/list/TimeText'

export type Plugin = Schemas['PluginVersion']

const InstallDialog = lazyPart(async () => (await import('./InstallDialog')).InstallDialog)
const HealthDialog = lazyPart(async () => (await import('./HealthDialog')).HealthDialog)

const TenantsDialog = lazyPart(async () => (await import('./TenantsDialog')).TenantsDialog)
const SettingsDialog = lazyPart(async () => (await import('./SettingsDialog')).SettingsDialog)

const STATES = ['active', 'previous', 'withdrawn', 'retired'].map((id) => ({
  id,
  name: `resources.plugins.${id}`,
}))
const filters = [
  <TextInput key="webCode" source="webCode" alwaysOn />,
  <ChoiceFilter key="state" source="state" choices={STATES} alwaysOn />,
]
/** Enough of a digest to tell versions apart. */
const SHOWN = 12

/** The system by its name, where one has the code. */
function System() {
  const plugin = useRecordContext<Plugin>()
  const text = useText('plugins')
  if (!plugin) return null
  return plugin.softwareName ? (
    <span>
      {plugin.softwareName} <span data-muted>{plugin.webCode}</span>
    </span>
  ) : (
    <span>
      {plugin.webCode} <Badge tone="warning">{text('no_system')}</Badge>
    </span>
  )
}

/** What is not as it should be stands out: an active version that does not run here, or is paused. */
function State() {
  const plugin = useRecordContext<Plugin>()
  const text = useText('plugins')
  if (!plugin) return null
  const { state, running, suspended } = plugin
  if (state === 'withdrawn') return <Badge tone="danger">{text(state)}</Badge>
  if (state !== 'active') return <span data-muted>{text(state)}</span>
  if (!running) return <Badge tone="danger">{text('not_running')}</Badge>
  if (suspended) return <Badge tone="warning">{text('suspended')}</Badge>
  return <span>{text(state)}</span>
}

function Digest() {
  const plugin = useRecordContext<Plugin>()
  return plugin ? <CopyText text={plugin.id} shown={SHOWN} /> : null
}

function Acts() {
  const text = useText('plugins')
  const call = useCall()
  const say = useSay()
  const health = ({ id, pluginId, version }: Plugin) => ({
    key: 'health',
    label: text('health'),
    looking: true,
    dialog: (onClose: () => void) => (
      <HealthDialog id={id} name={`${pluginId} ${version}`} onClose={onClose} />
    ),
  })
  const tenants = ({ webCode, pluginId, softwareName }: Plugin) => ({
    key: 'tenants',
    label: text('tenants'),
    looking: true,
    dialog: (onClose: () => void) => (
      <TenantsDialog webCode={webCode} name={softwareName ?? pluginId} onClose={onClose} />
    ),
  })
  const settings = ({ webCode, pluginId, version }: Plugin) => ({
    key: 'settings',
    label: text('settings'),
    looking: true,
    dialog: (onClose: () => void) => (
      <SettingsDialog webCode={webCode} name={`${pluginId} ${version}`} onClose={onClose} />
    ),
  })
  const back = ({ id, pluginId, version }: Plugin) => ({
    key: 'back',
    label: text('go_back'),
    dialog: (onClose: () => void) => (
      <Asking
        title={text('go_back_title', { name: `${pluginId} ${version}` })}
        content={text('go_back_text')}
        confirm={text('go_back')}
        act={() => call('POST /plugins/{id}/rollback', { path: { id } })}
        onDone={() => say.done(text('gone_back', { version }))}
        onClose={onClose}
      />
    ),
  })
  return (
    <RowActs<Plugin>
      name="version"
      acts={(plugin) => [
        ...(plugin.state === 'active' ? [tenants(plugin), settings(plugin)] : []),
        health(plugin),
        ...(plugin.state === 'previous' ? [back(plugin)] : []),
      ]}
    />
  )
}

function Install() {
  const text = useText('plugins')
  return (
    <DialogButton variant="contained" dialog={(onClose) => <InstallDialog onClose={onClose} />}>
      {text('install')}
    </DialogButton>
  )
}

/** The versions of the plugins that draw the authorisation panels, the active one of each system first. */
export function PluginList() {
  return (
    <Listing filters={filters} adding={<Install />}>
      <DataTable.Col source="webCode" field={System} />
      <DataTable.Col source="pluginId" disableSort />
      <DataTable.Col source="version" disableSort />
      <DataTable.Col source="state" disableSort field={State} />
      <DataTable.Col source="publisherName" disableSort />
      <DataTable.Col source="updatedAt" field={TimeField} />
      <DataTable.Col source="id" disableSort field={Digest} />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}
