import { BooleanInput, PasswordInput, SelectInput, TextInput } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useMayEdit } from '../../../widgets/access/useMayEdit'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { ReadDialog } from '../../../widgets/feedback/ReadDialog'
import { FormDialog } from '../../../widgets/form/FormDialog'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { fits, type Rule, text as typed } from '../../../widgets/form/rules'
import type { Values } from '../../../widgets/form/useSave'
import styles from './plugin.module.css'

type Setting = Schemas['PluginSetting']
type Settings = Schemas['PluginSettings']
type Given = string | number | boolean

interface SettingsDialogProps {
  webCode: string
  name: string
  /** For one tenant; without it, for every tenant. */
  tenant?: { id: string; tenantName: string }
  onClose(): void
}

/** What operators fill in for a plugin: the form is drawn from what its manifest declares. */
export function SettingsDialog({ webCode, name, tenant, onClose }: SettingsDialogProps) {
  const text = useText('plugins')
  const asked = { path: { id: webCode }, query: tenant ? { tenantId: tenant.id } : {} }
  // What is typed stands on what was read when the dialog opened.
  const kept = { refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }
  const { data, error, refetch } = useAnswer('GET /plugin-systems/{id}/settings', asked, kept)
  const title = tenant
    ? text('settings_of', { name, tenant: tenant.tenantName })
    : text('settings_title', { name })
  if (data && data.settings.length > 0) {
    return <SettingsForm {...{ title, onClose }} settings={data} isOwn={tenant !== undefined} />
  }
  // It opens as what it is going to be.
  if (!data && !error) return null
  return (
    <ReadDialog title={title} onClose={onClose}>
      {error ? <Failure error={error} onRetry={refetch} /> : <p>{text('no_settings')}</p>}
    </ReadDialog>
  )
}

interface SettingsFormProps {
  title: string
  settings: Settings
  isOwn: boolean
  onClose(): void
}

function SettingsForm({ title, settings, isOwn, onClose }: SettingsFormProps) {
  const text = useText('plugins')
  const call = useCall()
  const mayEdit = useMayEdit()
  const all = settings.settings
  const about = text(isOwn ? 'settings_own_hint' : 'settings_hint')
  if (!mayEdit) {
    return (
      <ReadDialog title={title} onClose={onClose}>
        <p className={styles.hint}>{about}</p>
        <Filled settings={all} />
      </ReadDialog>
    )
  }
  return (
    <FormDialog
      title={title}
      text={about}
      submit={text('settings_save')}
      resource="plugins"
      fields={all.map(sourceOf)}
      defaultValues={{ values: Object.fromEntries(all.filter(isOpen).map(entryOf)), secrets: {} }}
      act={(values: Values) =>
        call('PUT /plugin-systems/{id}/settings', {
          path: { id: settings.id },
          body: {
            version: settings.version,
            tenantId: settings.tenantId,
            ...bodyOf(all, values),
          },
        })
      }
      done={() => text('settings_saved')}
      onClose={onClose}
    >
      {all.map((setting) => (
        <SettingInput key={setting.key} setting={setting} />
      ))}
    </FormDialog>
  )
}

const isOpen = ({ kind }: Setting) => kind !== 'secret'
const sourceOf = (setting: Setting) => `${isOpen(setting) ? 'values' : 'secrets'}.${setting.key}`
/** What an input has from the beginning: every value as text. */
const entryOf = ({ key, value }: Setting) => [key, value == null ? '' : String(value)]

/** A value as the server takes it; what is empty is taken away. */
function givenOf({ kind }: Setting, given: unknown): Given | null {
  const written = typed(given)
  if (written === '') return null
  if (kind === 'switch') return written === 'true'
  return kind === 'number' ? Number(written) : written
}

/** What the form sends: every value, and the secrets that were typed or taken away. */
export function bodyOf(all: Setting[], values: Values) {
  const part = (name: string) => (values[name] ?? {}) as Values
  const secrets: Record<string, string | null> = {}
  for (const { key } of all.filter((setting) => !isOpen(setting))) {
    const secret = typed(part('secrets')[key])
    if (part('removed')[key] === true) secrets[key] = null
    else if (secret !== '') secrets[key] = secret
  }
  const given = all.filter(isOpen).map((setting) => {
    return [setting.key, givenOf(setting, part('values')[setting.key])] as const
  })
  return { values: Object.fromEntries(given), secrets }
}

/** What of a setting is said below its input: the vendor's sentence, and what counts without a value. */
function useHelp({ help, fallback, choices, kind }: Setting): string {
  const text = useText('plugins')
  if (fallback == null) return help ?? ''
  const named = choices.find(({ value }) => value === fallback)?.label ?? String(fallback)
  const value = kind === 'switch' ? text(fallback ? 'on' : 'off') : named
  return `${help ?? ''} ${text('usual', { value })}`.trim()
}

/** A whole number within its bounds. */
function useNumberRule({ min, max }: Setting): Rule {
  const text = useText('plugins')
  const [least, most] = [min ?? Number.MIN_SAFE_INTEGER, max ?? Number.MAX_SAFE_INTEGER]
  const said =
    min == null && max == null
      ? text('whole')
      : text('within', { min: min ?? '…', max: max ?? '…' })
  return fits(said, (written) => {
    return /^-?\d{1,15}$/.test(written) && Number(written) >= least && Number(written) <= most
  })
}

function SettingInput({ setting }: { setting: Setting }) {
  const text = useText('plugins')
  const { within } = useFieldRules()
  const number = useNumberRule(setting)
  const { kind, label, maxLength, choices, required } = setting
  const input = {
    source: sourceOf(setting),
    // What stands for an empty one counts, so that nobody has to fill it in.
    label: required && setting.fallback == null && kind !== 'secret' ? `${label} *` : label,
    helperText: useHelp(setting) || false,
  } as const
  if (kind === 'secret') return <SecretInput setting={setting} />
  if (kind === 'number') {
    return (
      <TextInput {...input} validate={number} slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
    )
  }
  if (kind === 'text') return <TextInput {...input} validate={within(maxLength)} />
  const offered =
    kind === 'switch'
      ? [
          { id: 'true', name: text('on') },
          { id: 'false', name: text('off') },
        ]
      : choices.map(({ value, label: name }) => ({ id: value, name }))
  return (
    <SelectInput
      {...input}
      choices={offered}
      translateChoice={false}
      emptyText={text('as_usual')}
    />
  )
}

/** A secret is typed anew or taken away, and never shown. */
function SecretInput({ setting }: { setting: Setting }) {
  const text = useText('plugins')
  const { within } = useFieldRules()
  const { key, label, help, isSet, isSetForAll, maxLength } = setting
  const known = (isSet && 'key_set') || (isSetForAll && 'key_set_for_all') || 'key_unset'
  return (
    <>
      <PasswordInput
        source={sourceOf(setting)}
        label={label}
        helperText={`${help ?? ''} ${text(known)}`.trim()}
        validate={within(maxLength)}
        autoComplete="new-password"
      />
      {isSet && (
        <BooleanInput
          source={`removed.${key}`}
          label={text('remove_key', { name: label })}
          helperText={false}
        />
      )}
    </>
  )
}

/** What is filled in, for whoever may only look. */
function Filled({ settings }: { settings: Setting[] }) {
  const text = useText('plugins')
  const shown = (setting: Setting) => {
    if (!isOpen(setting))
      return text(setting.isSet || setting.isSetForAll ? 'is_set' : 'is_not_set')
    const value = setting.value ?? setting.fallback
    if (value == null) return text('is_not_set')
    if (typeof value === 'boolean') return text(value ? 'on' : 'off')
    return setting.choices.find((choice) => choice.value === value)?.label ?? String(value)
  }
  return (
    <dl className={styles.facts}>
      {settings.map((setting) => [
        <dt key={`${setting.key}-name`}>{setting.label}</dt>,
        <dd key={setting.key}>{shown(setting)}</dd>,
      ])}
    </dl>
  )
}
