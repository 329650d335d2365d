import { type ReactNode, Suspense, useState } from 'react'
import {
  CheckboxGroupInput,
  type RaRecord,
  required,
  useNotify,
  useRecordContext,
  useRedirect,
  useResourceContext,
} from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import { RecordCreate, RecordEdit } from '../../../widgets/form/RecordForm'
import wide from '../../../widgets/form/RecordForm.module.css'
import { Section } from '../../../widgets/form/Section'
import { lazyPart } from '../../../widgets/lazyPart'
import styles from './client.module.css'
import {
  Address,
  Algorithm,
  Choice,
  Flag,
  Json,
  Line,
  Lines,
  objectOf,
  Seconds,
  useField,
  Words,
} from './inputs'
import { GRANTS, MEMBERS, useReadable } from './readable'

const Tie = lazyPart(async () => (await import('./Tie')).Tie)
const Secrets = lazyPart(async () => (await import('./Secrets')).Secrets)
const ShownOnce = lazyPart(async () => (await import('./ShownOnce')).ShownOnce)

/** What the server takes where nothing is said, so that the form shows it. */
const DEFAULTS = {
  application_type: 'web',
  cardea_profile: 'standard',
  token_endpoint_auth_method: 'client_secret_basic',
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile email phone address offline_access',
  cardea_consent: 'never',
  cardea_pkce: 'required',
  cardea_access_token_format: 'jwt',
  cardea_access_token_signed_alg: 'ES256',
  cardea_access_token_type: 'at+jwt',
  id_token_signed_response_alg: 'RS256',
  subject_type: 'public',
}

/** A form's state as the server takes it: lists without empty lines, keys as an object, no secret. */
export function cleaned(data: Partial<RaRecord>): Partial<RaRecord> {
  const { client_secret: _, ...rest } = data
  const entries = Object.entries(rest).map(([name, value]) => {
    if (name === 'jwks') return [name, objectOf(value) ?? null]
    if (!Array.isArray(value)) return [name, value]
    return [name, value.map((line) => String(line).trim()).filter((line) => line !== '')]
  })
  return Object.fromEntries(entries)
}

function ClientSection({ part, children }: { part: string; children: ReactNode }) {
  return <Section title={useText('clients')(`section_${part}`)}>{children}</Section>
}

function Grants() {
  const text = useText('clients')
  const field = useField('grant_types')
  return (
    <CheckboxGroupInput
      {...field}
      className={wide.wide ?? ''}
      choices={GRANTS.map(({ id, text: name }) => ({ id, name: text(name) }))}
      translateChoice={false}
    />
  )
}

/** What the domain lets the client use beside its own addresses. */
function Bound() {
  const client = useRecordContext<Schemas['ClientRecord']>()
  const text = useText('clients')
  const addresses = client?.bound.redirect_uris ?? []
  if (addresses.length === 0) return null
  return (
    <div className={styles.panel}>
      <h3>{text('bound')}</h3>
      <ul>
        {addresses.map((address) => (
          <li key={address}>{address}</li>
        ))}
      </ul>
    </div>
  )
}

function General({ creating }: { creating: boolean }) {
  return (
    <ClientSection part="general">
      <Line source="client_name" validate={required()} />
      <Line source="client_name#en" />
      {creating && <Line source="client_id" />}
      <Choice source="application_type" of={['web', 'native']} />
      <Choice source="cardea_profile" of={['standard', 'fapi2']} />
      <Address source="client_uri" />
      <Address source="logo_uri" />
      <Address source="policy_uri" />
      <Address source="tos_uri" />
      <Lines source="contacts" />
    </ClientSection>
  )
}

function Addresses() {
  return (
    <ClientSection part="addresses">
      <Lines source="redirect_uris" />
      <Lines source="cardea_redirect_paths" />
      <Bound />
      <Lines source="post_logout_redirect_uris" />
      <Address source="initiate_login_uri" />
    </ClientSection>
  )
}

function Authentication({ creating }: { creating: boolean }) {
  return (
    <ClientSection part="authentication">
      <Choice
        source="token_endpoint_auth_method"
        of={['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none']}
      />
      <Algorithm source="token_endpoint_auth_signing_alg" empty="any" />
      <Address source="jwks_uri" />
      <Json source="jwks" />
      {!creating && (
        <Suspense>
          <Secrets />
        </Suspense>
      )}
    </ClientSection>
  )
}

function Requests() {
  return (
    <ClientSection part="requests">
      <Grants />
      <Words source="scope" />
      <Choice source="cardea_consent" of={['never', 'once', 'always']} />
      <Choice source="cardea_pkce" of={['required', 'optional']} />
      <Seconds source="default_max_age" />
      <Algorithm source="request_object_signing_alg" empty="any" />
      <Algorithm source="authorization_signed_response_alg" empty="server_default" />
      <Flag source="require_pushed_authorization_requests" />
      <Flag source="require_signed_request_object" />
      <Flag source="require_auth_time" />
      <Lines source="cardea_resources" />
      <Lines source="cardea_audience" />
      <Lines source="default_acr_values" />
      <Lines source="request_uris" />
      <Flag source="cardea_sso_code" />
    </ClientSection>
  )
}

function Tokens() {
  return (
    <ClientSection part="tokens">
      <Choice source="cardea_access_token_format" of={['jwt', 'opaque']} />
      <Algorithm source="cardea_access_token_signed_alg" />
      <Choice source="cardea_access_token_type" of={['at+jwt', 'JWT']} />
      <Algorithm source="id_token_signed_response_alg" />
      <Algorithm source="userinfo_signed_response_alg" empty="not_signed" />
      <Choice source="subject_type" of={['public', 'pairwise']} />
      <Address source="sector_identifier_uri" />
      <Seconds source="cardea_access_token_seconds" />
      <Seconds source="cardea_id_token_seconds" />
      <Seconds source="cardea_refresh_token_seconds" />
      <Flag source="dpop_bound_access_tokens" />
    </ClientSection>
  )
}

function Logout() {
  return (
    <ClientSection part="logout">
      <Address source="frontchannel_logout_uri" />
      <Flag source="frontchannel_logout_session_required" />
      <Address source="backchannel_logout_uri" />
      <Flag source="backchannel_logout_session_required" />
    </ClientSection>
  )
}

function ClientInputs({ creating = false }: { creating?: boolean }) {
  return (
    <>
      <General creating={creating} />
      <ClientSection part="tie">
        <Suspense>
          <Tie />
        </Suspense>
      </ClientSection>
      <Addresses />
      <Authentication creating={creating} />
      <Requests />
      <Tokens />
      <Logout />
    </>
  )
}

/** Says what was `done`. Shows the secret that a save made, then the list; where it made none, the list at once. */
function useSaved(done: 'created' | 'updated') {
  const redirect = useRedirect()
  const notify = useNotify()
  const resource = useResourceContext()
  const [secret, setSecret] = useState<string>()
  const toList = () => redirect('list', resource)
  const onSaved = (client: Partial<RaRecord>) => {
    notify(`ra.notification.${done}`, { type: 'success', messageArgs: { smart_count: 1 } })
    if (client.client_secret) return setSecret(client.client_secret)
    toList()
  }
  const shown = secret && (
    <Suspense>
      <ShownOnce label="once_secret" value={secret} onDone={toList} />
    </Suspense>
  )
  return { onSaved, shown }
}

/** Registers a client. */
export function ClientCreate() {
  const { onSaved, shown } = useSaved('created')
  return (
    <>
      <RecordCreate defaultValues={DEFAULTS} transform={cleaned} onSaved={onSaved}>
        <ClientInputs creating />
      </RecordCreate>
      {shown}
    </>
  )
}

/** Changes a client. */
export function ClientEdit() {
  const { onSaved, shown } = useSaved('updated')
  const names = useReadable()
  return (
    <>
      <RecordEdit transform={cleaned} fields={MEMBERS} {...{ onSaved, names }}>
        <ClientInputs />
      </RecordEdit>
      {shown}
    </>
  )
}
