// The authorisation panel of one trial system: a project, its sites, and a role.
//
// Projects and sites are the platform's. Roles are the trial system's own: it lists them for a study, and takes each
// person's authorisation as a whole.
import { send, sendAll } from 'cardea:panel/http@1.0.0'

/** Column keys: names of what is granted, in `cells` of a grant. */
const PROJECT = 'project'
const SITES = 'sites'
const ROLE = 'role'

/** The choices of one page. */
const PAGE = 50

// --- The panel -------------------------------------------------------------------------------------------------------

export const panel = {
  describe() {
    const platform = [['source', 'platform']]
    return {
      tabs: [],
      columns: [
        column(PROJECT, 'projects', message('column.project', 'Project'), { hints: platform }),
        column(SITES, 'sites', message('column.sites', 'Sites'), { multiple: true, dependsOn: [PROJECT], hints: platform }),
        column(ROLE, 'module-roles', message('column.role', 'Role'), { dependsOn: [PROJECT] }),
      ],
      maxGrants: 1,
    }
  },

  options(ctx, query) {
    if (query.column !== ROLE) {
      const text = message('sdk.column.unknown', 'There are no options for {column}.', [['column', query.column]])
      throw { tag: 'rejected', val: text }
    }
    return page(roles(ctx).map(({ id, name }) => ({ id, label: name, disabled: false })), query)
  },

  validate(ctx, grants) {
    const issue = (grant, column, text) => ({ grant, column, severity: 'error', message: text })
    const issues = []
    // The trial system is asked once, and only where there is something to compare.
    const known = grants.some(grant => picks(grant, ROLE).length > 0) && new Set(roles(ctx).map(({ id }) => id))
    grants.forEach((grant, at) => {
      if (picks(grant, PROJECT).length === 0) issues.push(issue(at, PROJECT, message('project.missing', 'Please select a project')))
      if (picks(grant, PROJECT).length > 1) issues.push(issue(at, PROJECT, message('project.single', 'Only one project can be selected')))
      if (picks(grant, SITES).length === 0) issues.push(issue(at, SITES, message('sites.missing', 'Please select a site')))
      if (picks(grant, ROLE).length === 0) issues.push(issue(at, ROLE, message('role.missing', 'Please select a role')))
      if (picks(grant, ROLE).length > 1) issues.push(issue(at, ROLE, message('role.single', 'Only one role can be selected')))
      for (const id of picks(grant, ROLE).filter(id => !known.has(id)))
        issues.push(issue(at, ROLE, message('role.unknown', 'The role {id} does not exist', [['id', id]])))
    })
    return issues
  },
}

/** What the trial system answers to `getAuthRemoteList`. */
function roles(ctx) {
  const answer = ask(() =>
    send({
      endpoint: 'role-api',
      method: 'get',
      path: path(ctx.study.code, 'getAuthRemoteList'),
      query: [['studyUrlId', setting(ctx, 'study.url_id')]],
      headers: [['accept', 'application/json'], ['accept-language', ctx.locale]],
    }),
  )
  return answer.roles
}

// --- What the trial system is told -----------------------------------------------------------------------------------

export const provision = {
  apply(ctx, { batchId, items }) {
    const outcome = { succeeded: [], failed: [] }
    const sent = []
    for (const item of items) {
      const body = item.after.length > 0 ? authorisation(ctx, item) : { isSite: false, ids: [item.person.id] }
      if (body === undefined) {
        const text = message('sites.unknown', 'A selected site does not belong to the project')
        outcome.failed.push({ itemId: item.itemId, reason: 'rejected', message: text })
        continue
      }
      sent.push({
        item,
        request: {
          endpoint: 'callback-api',
          method: 'post',
          path: path(ctx.study.code, item.after.length > 0 ? 'saveProject' : 'cancelProjectAllowUser'),
          query: [],
          headers: [['accept-language', ctx.locale], ['content-type', 'application/json']],
          body: octets(JSON.stringify(body)),
          // Without the attempt: a repeated batch gets its earlier answers.
          idempotencyKey: `${batchId}:${item.itemId}`,
        },
      })
    }
    sendAll(sent.map(({ request }) => request)).forEach((answer, at) => settle(outcome, sent[at].item, answer))
    return outcome
  },
}

/** The whole of what a person has in the study from now on; nothing where a site is not one of the study's. */
function authorisation(ctx, { person, after }) {
  const ids = after.flatMap(grant => picks(grant, SITES))
  const sites = ids.map(id => ({ id, code: setting(ctx, `site.${id}.code`) }))
  if (sites.some(({ code }) => code === undefined)) return undefined
  return {
    studyUrlId: setting(ctx, 'study.url_id'),
    tenantId: setting(ctx, 'tenant.id'),
    userList: [person.id],
    EmailList: [],
    sites,
    roleId: after.flatMap(grant => picks(grant, ROLE))[0],
    users: [{ id: person.id, login: person.login, email: person.email, name: person.displayName }],
  }
}

/** Puts a person where they belong, by what the trial system answered. */
function settle(outcome, { itemId, person, after }, answer) {
  const fail = (reason, text, retryAfterMs) => outcome.failed.push({ itemId, reason, retryAfterMs, message: text })
  const malformed = message('sdk.http.malformed', "The trial system's answer cannot be understood.")
  if (answer.tag === 'err') {
    const [reason, text] = unanswered(answer.val)
    return fail(reason, text, answer.val.tag === 'throttled' ? answer.val.val : undefined)
  }
  const { status, body } = answer.val
  // Removed already, as requested.
  if (after.length === 0 && (status === 404 || status === 410)) return outcome.succeeded.push({ itemId })
  if (status >= 300) return fail(reasonOf(status), refused(body) ?? statusText(status))
  const { code, message: why, data } = parsed(body) ?? {}
  if (code === undefined) return fail('unknown', malformed)
  if (code !== '200') return fail('rejected', refusal(why))
  const [failure] = data?.failure ?? []
  if (failure !== undefined) return fail('rejected', refusal(failure.replace(`${person.id}:`, '').trim()))
  if (data?.success?.includes(person.id)) return outcome.succeeded.push({ itemId })
  // In neither list: the trial system does not say what became of it.
  return fail('unknown', malformed)
}

// --- What the trial system reads in a person's token -----------------------------------------------------------------

export const claims = {
  project(ctx, _subject, grants) {
    if (grants.length === 0) return []
    const codes = grants.flatMap(grant => picks(grant, SITES)).map(id => setting(ctx, `site.${id}.code`))
    const claim = (name, values) => ({ name, json: JSON.stringify(sorted(values)) })
    // Sorted, so that equal grants give equal tokens.
    return [claim('sites', codes.filter(Boolean)), claim('roles', grants.flatMap(grant => picks(grant, ROLE)))]
  },
}

// --- Helpers ---------------------------------------------------------------------------------------------------------

/** A text by its key in `locales`; the fallback is for a catalogue without it. */
function message(key, fallback, args = []) {
  return { key, args, fallback }
}

function column(key, kind, label, { multiple = false, dependsOn = [], hints = [] } = {}) {
  return { key, kind, label, required: true, multiple, dependsOn, hints: [['missing', `${key}.missing`], ...hints] }
}

/** What a grant has in a column. */
function picks(grant, key) {
  const [, cell] = grant.cells.find(([name]) => name === key) ?? []
  return cell?.tag === 'picks' ? cell.val : []
}

function setting(ctx, name) {
  return ctx.study.settings.find(([key]) => key === name)?.[1]
}

const sorted = values => [...new Set(values)].sort()
const path = (...parts) => parts.map(encodeURIComponent).join('/')

// QuickJS has no TextDecoder and no TextEncoder.
const text = octets => decodeURIComponent(Array.from(octets, o => `%${o.toString(16).padStart(2, '0')}`).join(''))
const octets = string =>
  Uint8Array.from(encodeURIComponent(string).replace(/%(..)/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))), c =>
    c.charCodeAt(0),
  )

function parsed(body) {
  try {
    return JSON.parse(text(body))
  } catch {
    return undefined
  }
}

/** The `data` of an answer. A fault where the trial system gives none. */
function ask(sending) {
  const away = text => ({ tag: 'downstream', val: text })
  let answer
  try {
    answer = sending()
  } catch (error) {
    throw away(unanswered(error.payload ?? error)[1])
  }
  if (answer.status !== 200) throw away(statusText(answer.status))
  const { code, message: why, data } = parsed(answer.body) ?? {}
  if (code === undefined) throw away(message('sdk.http.malformed', "The trial system's answer cannot be understood."))
  if (code !== '200') throw away(refusal(why))
  return data
}

/** The page of choices that a query asks for. */
function page(choices, { search, cursor }) {
  const wanted = search.toLowerCase()
  const found = choices.filter(({ id, label }) => `${id}\n${label}`.toLowerCase().includes(wanted))
  const start = Number(cursor ?? 0)
  const next = found.length > start + PAGE ? String(start + PAGE) : undefined
  return { choices: found.slice(start, start + PAGE), next }
}

/** The reason and the text of a request that got no answer. */
function unanswered({ tag }) {
  const later = 'Please try again later.'
  const texts = {
    denied: ['unauthorised', message('sdk.http.denied', 'The call to the trial system was not allowed.')],
    timeout: ['unavailable', message('sdk.http.timeout', `The trial system did not answer in time. ${later}`)],
    connect: ['unavailable', message('sdk.http.connect', `The trial system cannot be reached. ${later}`)],
    tls: ['unavailable', message('sdk.http.connect', `The trial system cannot be reached. ${later}`)],
    throttled: ['throttled', message('sdk.http.throttled', `The trial system is busy. ${later}`)],
  }
  return texts[tag] ?? ['unknown', message('sdk.http.malformed', "The trial system's answer cannot be understood.")]
}

function reasonOf(status) {
  const known = { 401: 'unauthorised', 403: 'unauthorised', 404: 'not-found', 409: 'conflict' }
  return known[status] ?? (status >= 500 ? 'unavailable' : 'rejected')
}

function statusText(status) {
  const args = [['status', String(status)]]
  return status >= 500
    ? message('sdk.http.unavailable', 'The trial system failed (status {status}).', args)
    : message('sdk.http.refused', 'The trial system refused the request (status {status}).', args)
}

const refusal = why => message('sdk.remote.refused', 'The trial system refused: {detail}', [['detail', String(why ?? '').slice(0, 200)]])

/** The trial system's own words in an answer that refuses. */
function refused(body) {
  const why = parsed(body)?.message
  return typeof why === 'string' ? refusal(why) : undefined
}
