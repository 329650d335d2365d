import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The three office-chat services by their documented HTTP, as far as a sign-in needs them. Their own
// sign-in page offers a few people; whoever is chosen comes back with a ticket that works once.

/** The settings of each service: `kind`, and its name in Chinese and English. */
const SERVICES = [
  ['wecom', '企业微信', 'WeCom'],
  ['dingtalk', '钉钉', 'DingTalk'],
  ['feishu', '飞书', 'Feishu'],
] as const
export type Chat = (typeof SERVICES)[number][0]

const CORPORATION = 'corp'
const APPLICATION = 'app'
const SECRET = 'app-secret'
const TOKEN = 'corporation-token'
/** Who can be chosen. Two people, so that two languages do not meet. */
const PEOPLE = ['lw', 'zf', 'stranger']

interface Call {
  url: URL
  headers: IncomingMessage['headers']
  json: Record<string, string>
}
type Answer = { status?: number; json: unknown } | { html: string }

/** The services, running. */
export interface Chats {
  readonly base: string
  /** The part of the server's settings that names them. */
  readonly toml: string
  /** A ticket that the service's own client would give a page. */
  ticket(person: string): string
  /** Whether they answer, or fail as a service that is down. */
  up: boolean
  close(): void
}

/** Starts them on loopback. */
export async function startChats(): Promise<Chats> {
  const tickets = new Map<string, string>()
  const issue = (person: string) => {
    const ticket = `ticket-${tickets.size}-${person}`
    tickets.set(ticket, person)
    return ticket
  }
  /** Whose ticket it is, the first time. */
  const spend = (ticket: string | null | undefined) => {
    const person = tickets.get(ticket ?? '')
    tickets.set(ticket ?? '', '')
    return person || null
  }
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const chats: Chats = {
    base,
    toml: SERVICES.map((service) => settings(service, base)).join('\n'),
    ticket: issue,
    up: true,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    let body = ''
    for await (const part of request) body += part
    const url = new URL(request.url ?? '/', base)
    const json = body.startsWith('{') ? JSON.parse(body) : {}
    const route = chats.up ? ROUTES[url.pathname] : undefined
    const answer = route?.({ url, headers: request.headers, json }, { issue, spend })
    if (!answer) return void response.writeHead(chats.up ? 404 : 500).end()
    const [type, text] =
      'html' in answer
        ? ['text/html; charset=utf-8', answer.html]
        : ['application/json', JSON.stringify(answer.json)]
    const status = 'html' in answer ? 200 : (answer.status ?? 200)
    response.writeHead(status, { 'content-type': type }).end(text)
  }
  return chats
}

interface Desk {
  issue(person: string): string
  spend(ticket: string | null | undefined): string | null
}

/** Sends the browser back with `name` = a ticket, or with an error. */
function page({ url }: Call, { issue }: Desk, name: string): Answer {
  const link = (text: string, values: Record<string, string>) => {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    const state = url.searchParams.get('state') ?? ''
    for (const [key, value] of Object.entries({ ...values, state })) {
      back.searchParams.set(key, value)
    }
    return `<li><a href="${back.href.replaceAll('&', '&amp;')}">${text}</a></li>`
  }
  const people = PEOPLE.map((person) => link(person, { [name]: issue(person) }))
  const links = [...people, link('cancel', { error: 'access_denied' })].join('')
  return {
    html: `<!doctype html><html lang="en"><title>Chat</title><link rel="icon" href="data:,"><h1>Chat</h1><ul>${links}</ul></html>`,
  }
}

const bearer = ({ headers }: Call) => headers.authorization?.replace('Bearer ', '') ?? ''

const ROUTES: Record<string, (call: Call, desk: Desk) => Answer> = {
  '/wwlogin/sso/login': (call, desk) => page(call, desk, 'code'),
  '/cgi-bin/gettoken': ({ url: { searchParams: query } }) =>
    query.get('corpid') === CORPORATION && query.get('corpsecret') === SECRET
      ? { json: { errcode: 0, errmsg: 'ok', access_token: TOKEN, expires_in: 7200 } }
      : { json: { errcode: 40001, errmsg: 'invalid credential' } },
  '/cgi-bin/auth/getuserinfo': ({ url: { searchParams: query } }, { spend }) => {
    if (query.get('access_token') !== TOKEN) return { json: { errcode: 42001 } }
    const person = spend(query.get('code'))
    return { json: person ? { errcode: 0, userid: person } : { errcode: 40029 } }
  },

  '/oauth2/auth': (call, desk) => page(call, desk, 'authCode'),
  '/v1.0/oauth2/userAccessToken': ({ json }, { spend }) => {
    const ours = json.clientId === APPLICATION && json.clientSecret === SECRET
    const person = ours ? spend(json.code) : null
    return person
      ? { json: { accessToken: person, expireIn: 7200, corpId: CORPORATION } }
      : { status: 400, json: { code: 'invalidParameter.authCode.notFound' } }
  },
  '/v1.0/contact/users/me': ({ headers }) => {
    const person = String(headers['x-acs-dingtalk-access-token'])
    return { json: { nick: person, unionId: person, openId: 'o' } }
  },

  '/open-apis/authen/v1/authorize': (call, desk) => page(call, desk, 'code'),
  '/open-apis/authen/v2/oauth/token': ({ json }, { spend }) => {
    const ours = json.client_id === APPLICATION && json.client_secret === SECRET
    const person = ours ? spend(json.code) : null
    return person
      ? { json: { code: 0, access_token: person, expires_in: 7200, token_type: 'Bearer' } }
      : { status: 400, json: { code: 20003, error: 'invalid_grant' } }
  },
  '/open-apis/authen/v1/user_info': (call) => {
    const person = bearer(call)
    return { json: { code: 0, data: { name: person, union_id: person, tenant_key: CORPORATION } } }
  },
}

const settings = ([kind, zh, en]: (typeof SERVICES)[number], base: string) => `
[[federation.chat]]
id = "${kind}"
kind = "${kind}"
name = { zh = "${zh}", en = "${en}" }
corporation = "${CORPORATION}"
client_id = "${APPLICATION}"
client_secret = "${SECRET}"
base = "${base}"
`
