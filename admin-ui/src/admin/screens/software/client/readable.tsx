import { useAnswer } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import type { Named } from '../../../widgets/form/Conflict'
import { isBlank } from '../../../widgets/form/merging'

/** The members that a save carries, in the order of the form. */
export const MEMBERS = [
  'client_name',
  'client_name#en',
  'application_type',
  'cardea_profile',
  'client_uri',
  'logo_uri',
  'policy_uri',
  'tos_uri',
  'contacts',
  'cardea_tenant_id',
  'cardea_tenant_domain_id',
  'cardea_software_id',
  'redirect_uris',
  'cardea_redirect_paths',
  'post_logout_redirect_uris',
  'initiate_login_uri',
  'token_endpoint_auth_method',
  'token_endpoint_auth_signing_alg',
  'jwks_uri',
  'jwks',
  'grant_types',
  'scope',
  'cardea_consent',
  'cardea_pkce',
  'default_max_age',
  'request_object_signing_alg',
  'authorization_signed_response_alg',
  'require_pushed_authorization_requests',
  'require_signed_request_object',
  'require_auth_time',
  'cardea_resources',
  'cardea_audience',
  'default_acr_values',
  'request_uris',
  'cardea_sso_code',
  'cardea_access_token_format',
  'cardea_access_token_signed_alg',
  'cardea_access_token_type',
  'id_token_signed_response_alg',
  'userinfo_signed_response_alg',
  'subject_type',
  'sector_identifier_uri',
  'cardea_access_token_seconds',
  'cardea_id_token_seconds',
  'cardea_refresh_token_seconds',
  'dpop_bound_access_tokens',
  'frontchannel_logout_uri',
  'frontchannel_logout_session_required',
  'backchannel_logout_uri',
  'backchannel_logout_session_required',
]

/** Members whose values have texts of the same names. */
const CHOSEN = [
  'application_type',
  'cardea_profile',
  'token_endpoint_auth_method',
  'cardea_consent',
  'cardea_pkce',
  'cardea_access_token_format',
  'cardea_access_token_type',
  'subject_type',
] as const

/** What it means that none was chosen. */
const UNCHOSEN = {
  token_endpoint_auth_signing_alg: 'any',
  request_object_signing_alg: 'any',
  authorization_signed_response_alg: 'server_default',
  userinfo_signed_response_alg: 'not_signed',
}

/** The grants that a client may have, and what they are called. */
export const GRANTS = [
  { id: 'authorization_code', text: 'authorization_code' },
  { id: 'refresh_token', text: 'refresh_token' },
  { id: 'client_credentials', text: 'client_credentials' },
  { id: 'urn:ietf:params:oauth:grant-type:device_code', text: 'device_code' },
  { id: 'urn:ietf:params:oauth:grant-type:token-exchange', text: 'token_exchange' },
] as const

/** What a client can be tied to; domains of this tenant. */
export const useTies = (tenant: string | null) =>
  useAnswer('GET /client-choices', { query: tenant === null ? {} : { tenantId: tenant } })

interface TiedProps {
  id: unknown
  /** The tenant of the side that has it. */
  tenant: unknown
  to: 'software' | 'domains'
}

/** What a client is tied to, by name. */
function Tied({ id, tenant, to }: TiedProps) {
  const text = useText('clients')
  const { data } = useTies(isBlank(tenant) ? null : String(tenant))
  if (isBlank(id)) return text('nothing')
  const software = data?.software.find((each) => each.id === id)?.softwareName
  const domain = data?.domains.find((each) => each.id === id)?.urlName
  return (to === 'software' ? software : domain) ?? String(id)
}

/** How the values of the members are read, where two people changed them. */
export function useReadable() {
  const text = useText('clients')
  const byText = (value: unknown) => text(String(value), { _: String(value) })
  const tied = (to: TiedProps['to']): Named => ({
    said: (id, _, { cardea_tenant_id }) => <Tied id={id} tenant={cardea_tenant_id} to={to} />,
  })
  const names: Record<string, Named> = {
    cardea_tenant_id: { reference: 'tenants', source: 'tenantName' },
    cardea_tenant_domain_id: tied('domains'),
    cardea_software_id: tied('software'),
    grant_types: { choices: GRANTS.map((grant) => ({ id: grant.id, name: text(grant.text) })) },
  }
  for (const member of CHOSEN) names[member] = { said: byText }
  for (const [member, none] of Object.entries(UNCHOSEN)) {
    names[member] = { said: (value) => (isBlank(value) ? text(none) : String(value)) }
  }
  return names
}
