// The authorisation panel of an electronic consent system, in JavaScript: at which sites, in which languages and in
// which role somebody may take participants through a study's consent form.
//
// The system's own API, as this panel calls it:
//   role-api      GET     roles?study=CODE                -> {"roles": [{"id": "...", "name": "..."}]}
//   callback-api  PUT     studies/CODE/users/PERSON       login, email, name, sites (codes), languages, roles
//   callback-api  DELETE  studies/CODE/users/PERSON
import { send, sendAll } from 'cardea:panel/http@1.0.0'
import { log } from 'cardea:panel/log@1.0.0'

const PROJECT = 'project'
const SITES = 'sites'
const LANGUAGES = 'languages'
const ROLES = 'roles'

/** The languages that the consent form is read in: id, then its name in Chinese and in English. */
const OFFERED = [
  ['zh', '中文', 'Chinese'],
  ['en', '英语', 'English'],
  ['de', '德语', 'German'],
  ['ja', '日语', 'Japanese'],
]
/** The choices of one page. */
const PAGE = 50

const message = (key, fallback, args = []) => ({ key, args, fallback })

function column(key, kind, fallback, { multiple = false, dependsOn = [], hints = [] } = {}) {
  const label = message(`column.${key}`, fallback)
  return { key, kind, label, required: true, multiple, dependsOn, hints: [['missing', `missing.${key}`], ...hints] }
}

/** What a grant has in a column. */
function picks(grant, key) {
  const [, cell] = grant.cells.find(([name]) => name === key) ?? []
  return cell?.tag === 'picks' ? cell.val : []
}

/** What several grants have in a column, each once, sorted: equal grants give equal tokens. */
const picked = (grants, key) => [...new Set(grants.flatMap(grant => picks(grant, key)))].sort()

/** The codes by which the system knows the platform's sites. */
function siteCodes(ctx, grants) {
  const codes = new Map(ctx.study.settings)
  const ids = picked(grants, SITES)
  const unknown = ids.filter(id => !codes.has(`site.${id}.code`))
  // Less access than granted, never more.
  if (unknown.length > 0) log('warn', 'granted sites have no code', [['sites', unknown.join(' ')]])
  return ids.filter(id => !unknown.includes(id)).map(id => codes.get(`site.${id}.code`)).sort()
}

// Octets and text without TextDecoder, which only one of the two engines has.
const text = octets => decodeURIComponent(Array.from(octets, o => `%${o.toString(16).padStart(2, '0')}`).join(''))
const octets = string =>
  Uint8Array.from(encodeURIComponent(string).replace(/%(..)/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))), c =>
    c.charCodeAt(0),
  )

/** A page of the choices that a query asks for. */
function page(choices, { search, cursor }) {
  const wanted = search.toLowerCase()
  const found = choices.filter(({ id, label }) => `${id}\n${label}`.toLowerCase().includes(wanted))
  const start = Number(cursor ?? 0)
  const next = found.length > start + PAGE ? String(start + PAGE) : undefined
  return { choices: found.slice(start, start + PAGE), next }
}

function roles(ctx) {
  const unreachable = message('downstream', 'The consent system does not answer.')
  try {
    const { status, body } = send({
      endpoint: 'role-api',
      method: 'get',
      path: 'roles',
      query: [['study', ctx.study.code]],
      headers: [['accept', 'application/json'], ['accept-language', ctx.locale]],
    })
    if (status !== 200) throw new Error(`status ${status}`)
    return JSON.parse(text(body)).roles.map(({ id, name }) => ({ id, label: name, disabled: false }))
  } catch (error) {
    log('warn', 'the roles cannot be read', [['why', JSON.stringify(error.payload ?? error.message ?? error)]])
    throw { tag: 'downstream', val: unreachable }
  }
}

export const panel = {
  describe() {
    const platform = [['source', 'platform']]
    return {
      tabs: [],
      columns: [
        column(PROJECT, 'projects', 'Study', { hints: platform }),
        column(SITES, 'sites', 'Sites', { multiple: true, dependsOn: [PROJECT], hints: platform }),
        column(LANGUAGES, 'module-roles', 'Languages', { multiple: true }),
        column(ROLES, 'module-roles', 'Roles', { multiple: true, dependsOn: [PROJECT] }),
      ],
      maxGrants: 20,
    }
  },

  options(ctx, query) {
    const chinese = ctx.locale.startsWith('zh')
    const languages = () => OFFERED.map(([id, zh, en]) => ({ id, label: chinese ? zh : en, disabled: false }))
    return page(query.column === LANGUAGES ? languages() : roles(ctx), query)
  },

  validate(_ctx, grants) {
    const issue = (grant, column, key, fallback) => ({ grant, column, severity: 'error', message: message(key, fallback) })
    return grants.flatMap((grant, at) => {
      const missing = [PROJECT, SITES, LANGUAGES, ROLES].filter(key => picks(grant, key).length === 0)
      const issues = missing.map(key => issue(at, key, `missing.${key}`, 'Nothing is chosen'))
      const [project] = picks(grant, PROJECT)
      if (project && grants.slice(0, at).some(before => picks(before, PROJECT).includes(project)))
        issues.push(issue(at, PROJECT, 'project.twice', 'This study is in a row above'))
      return issues
    })
  },
}

/** The reason of a failure, from an answer's status or a request that got none. */
function reason({ tag, val }) {
  if (tag === 'ok') {
    const byStatus = { 401: 'unauthorised', 403: 'unauthorised', 404: 'not-found', 409: 'conflict' }
    return byStatus[val.status] ?? (val.status >= 500 ? 'unavailable' : 'rejected')
  }
  const byTag = { denied: 'unauthorised', timeout: 'unavailable', connect: 'unavailable', tls: 'unavailable', throttled: 'throttled' }
  return byTag[val.tag] ?? 'unknown'
}

export const provision = {
  apply(ctx, { batchId, items }) {
    const requests = items.map(({ itemId, person, after }) => {
      const path = ['studies', ctx.study.code, 'users', person.id].map(encodeURIComponent).join('/')
      // Without the attempt: a repeated batch gets its earlier answers.
      const common = { endpoint: 'callback-api', path, query: [], idempotencyKey: `${batchId}:${itemId}` }
      if (after.length === 0) return { ...common, method: 'delete', headers: [] }
      const body = {
        login: person.login,
        email: person.email,
        name: person.displayName,
        sites: siteCodes(ctx, after),
        languages: picked(after, LANGUAGES),
        roles: picked(after, ROLES),
      }
      const headers = [['content-type', 'application/json']]
      return { ...common, method: 'put', headers, body: octets(JSON.stringify(body)) }
    })
    const outcome = { succeeded: [], failed: [] }
    sendAll(requests).forEach((answer, at) => {
      const { itemId, after } = items[at]
      const gone = after.length === 0 && answer.tag === 'ok' && answer.val.status === 404
      if (gone || (answer.tag === 'ok' && answer.val.status < 300)) outcome.succeeded.push({ itemId })
      else {
        const why = reason(answer)
        const retryAfterMs = why === 'throttled' ? answer.val.val : undefined
        const told = message(`failed.${why}`, 'The consent system did not take the change')
        outcome.failed.push({ itemId, reason: why, retryAfterMs, message: told })
      }
    })
    return outcome
  },
}

export const claims = {
  project(ctx, _subject, grants) {
    if (grants.length === 0) return []
    const claim = (name, value) => ({ name, json: JSON.stringify(value) })
    return [
      claim('sites', siteCodes(ctx, grants)),
      claim('languages', picked(grants, LANGUAGES)),
      claim('roles', picked(grants, ROLES)),
    ]
  },
}
