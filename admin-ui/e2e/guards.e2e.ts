import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Host, visit } from './support/browser'
import { sharedBrowser } from './support/shared'

// The other journeys rely on `visit` to notice what a page must not do. It does.

const POLICY = "default-src 'none'; img-src data:"
/** The server hangs up on whoever asks for this. */
const DROPPED = '/dropped.png'

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">${body}</html>`

const PAGES: Record<string, { html: string; policy?: string }> = {
  '/good': { html: page('<p>Good</p>'), policy: POLICY },
  '/policy': { html: page('<script>document.title = "ran"</script>'), policy: POLICY },
  '/console': { html: page('<script>console.error("said so")</script>') },
  '/error': { html: page('<script>throw new Error("thrown")</script>') },
  '/dead': { html: page(`<img alt="" src="${DROPPED}">`) },
  '/missing': { html: page('<img alt="" src="/nothing.png">') },
}

let server: Server
let host: Host

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === DROPPED) return void request.socket.destroy()
    const found = PAGES[request.url ?? '']
    if (found?.policy) response.setHeader('content-security-policy', found.policy)
    response.setHeader('content-type', 'text/html')
    response.writeHead(found ? 200 : 404).end(found?.html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  host = { origin: `http://127.0.0.1:${address.port}`, log: () => '' }
})
afterAll(() => {
  server?.closeAllConnections()
  server?.close()
})
const browser = sharedBrowser()

/** What a visit of one page complains about; empty where it does not. */
async function complaint(path: string, expected: RegExp[] = []): Promise<string> {
  const name = `guards${path.replace('/', '-')}`
  const seen = visit({ browser, demo: host, locale: 'en', name, expected }, async (it) => {
    await it.page.goto(it.origin + path)
  })
  return seen.then(
    () => '',
    (error: Error) => String((error.cause as Error).message),
  )
}

test.each([
  ['/policy', 'content security policy: script-src-elem inline'],
  ['/console', 'console: said so'],
  ['/error', 'error: Error: thrown'],
  ['/dead', `${DROPPED}: net::ERR_EMPTY_RESPONSE`],
  ['/missing', 'status of 404'],
])('%s is noticed', async (path, expected) => {
  expect(await complaint(path)).toContain(expected)
})

test('a good page passes', async () => {
  expect(await complaint('/good')).toBe('')
})

test('what is expected passes, and is missed where it does not happen', async () => {
  const gone = /status of 404 .*\/nothing\.png/
  expect(await complaint('/missing', [gone])).toBe('')
  expect(await complaint('/missing', [gone, /thrown/])).toContain(
    'not heard in the browser: /thrown/',
  )
  expect(await complaint('/error', [gone])).toContain('error: Error: thrown')
})
