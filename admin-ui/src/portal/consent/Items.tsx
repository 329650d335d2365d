import { Icon } from '../../shared/shell'
import css from './consent.module.css'
import { has, t } from './texts'

/** A client, as the server shows it to people. */
export interface ClientShown {
  clientId: string
  name: string
  clientUri: string | null
  policyUri: string | null
  tosUri: string | null
  isTrialSystem: boolean
}

/** What a client asks for, or was given. */
export interface Wish {
  client: ClientShown
  scopes: string[]
  claims: string[]
  resources: string[]
}

/** Scopes in the order in which they are told; unknown ones come before what lasts. */
const ORDER = ['openid', 'profile', 'email', 'phone', 'address', 'cardea']
const LAST = 'offline_access'

const rank = (scope: string): number => {
  if (scope === LAST) return ORDER.length + 1
  const at = ORDER.indexOf(scope)
  return at < 0 ? ORDER.length : at
}

const named = (kind: 'scope' | 'claim', name: string): string => {
  const key = `${kind}.${name}`
  return name !== 'other' && has(key) ? t(key) : t(`${kind}.other`, { name })
}

/** What `wish` means, in plain words, each sentence once. */
export function sentences({ client, scopes, claims, resources }: Wish): string[] {
  const lasting = scopes.includes(LAST) ? [named('scope', LAST)] : []
  const now = scopes.filter((scope) => scope !== LAST).sort((a, b) => rank(a) - rank(b))
  const all = [
    ...now.map((scope) => named('scope', scope)),
    ...(client.isTrialSystem ? [t('studies')] : []),
    ...claims.map((claim) => named('claim', claim)),
    ...resources.map((name) => t('resource', { name })),
    ...lasting,
  ]
  return [...new Set(all)]
}

/** The list of them. */
export function Items({ wish, label }: { wish: Wish; label: string }) {
  return (
    <ul className={css.items} aria-label={label}>
      {sentences(wish).map((sentence) => (
        <li key={sentence}>
          <Icon name="check" size={18} />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  )
}

/** The letters that stand for a client: pictures of others are not loaded. */
export function Badge({ name }: { name: string }) {
  return (
    <span className={css.badge} aria-hidden="true">
      {Array.from(name.trim()).slice(0, 2).join('')}
    </span>
  )
}

/** Only web addresses are linked: what a client registered is data. */
const web = (uri: string | null): string | null => (uri && /^https?:\/\//i.test(uri) ? uri : null)

/** The client's own pages. */
export function Links({ client }: { client: ClientShown }) {
  const links = [
    { text: t('policy'), uri: web(client.policyUri) },
    { text: t('terms'), uri: web(client.tosUri) },
    { text: t('home'), uri: web(client.clientUri) },
  ].filter((link) => link.uri !== null)
  if (links.length === 0) return null
  return (
    <p className={css.links}>
      {links.map(({ text, uri }) => (
        <a key={text} href={uri ?? undefined} target="_blank" rel="noopener noreferrer">
          {text}
          <Icon name="arrow" size={14} />
        </a>
      ))}
    </p>
  )
}
