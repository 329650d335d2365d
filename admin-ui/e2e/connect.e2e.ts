import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Caller } from './support/caller'
import { type Registration, ROOT } from './support/demo'
import { sharedDemo } from './support/shared'

// The recipe for Node.js as it stands on its page: its registration, its application, its sign-out.

/** Has studies from the start. */
const USER = 'monitor'
const SECRET = randomBytes(32).toString('base64url')
/** Where the page has the application. */
const ON_PAGE = 'https://app.example.org'

let page: string
let app: string
let folder: string
let application: ChildProcess | undefined

const block = (language: string) => {
  const found = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1]
  if (!found) throw new Error(`the page has no block of ${language}`)
  return found
}

beforeAll(async () => {
  page = await readFile(join(ROOT, 'docs/connect/node.md'), 'utf8')
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  app = `http://127.0.0.1:${(probe.address() as { port: number }).port}`
  probe.close()
})

const demo = sharedDemo(() => {
  const registration = JSON.parse(block('json').replaceAll(ON_PAGE, app)) as Registration
  return { clients: [{ ...registration, client_secret: SECRET }] }
})

beforeAll(async () => {
  // Beside the packages that the page has one install.
  folder = await mkdtemp(join(ROOT, 'admin-ui/node_modules/.connect-'))
  await writeFile(join(folder, 'app.mjs'), block('js'))
  const env = {
    ...process.env,
    ISSUER: demo.origin,
    CLIENT_ID: 'node-app',
    CLIENT_SECRET: SECRET,
    APP: app,
  }
  application = spawn(process.execPath, [join(folder, 'app.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of application.stdout ?? []) if (String(line).startsWith('ready')) break
})
afterAll(async () => {
  application?.kill()
  if (folder) await rm(folder, { recursive: true })
})

test('signs in, tells the roles, and hears of the sign-out from either side', async () => {
  const browser = new Caller(app)
  const start = await browser.fetch('/')
  const cardea = new Caller(demo.origin)
  const signInPage = await cardea.followTo(
    `${demo.origin}/signIn/index?`,
    start.headers.get('location') ?? '',
  )
  const { redirect } = await cardea.signIn(
    USER,
    demo.password,
    signInPage.searchParams.get('returnTo') ?? '',
  )
  const callback = await cardea.followTo(`${app}/callback`, redirect ?? '')
  expect((await browser.fetch(callback.href)).headers.get('location')).toBe('/')

  const home = async () => {
    const answer = await browser.fetch('/')
    return answer.status === 200 ? await answer.json() : answer.status
  }
  const shown = await home()
  expect(shown).toMatchObject({ name: expect.any(String), tenant: expect.any(String) })
  expect(shown.studies).not.toHaveLength(0)

  // Cardea's sign-out reaches the application by the back channel.
  await cardea.call('/api/sys/logout', {})
  await expect.poll(home, { timeout: 20_000 }).toBe(302)

  const out = await browser.fetch('/sign-out')
  const to = new URL(out.headers.get('location') ?? '')
  expect(to.href.startsWith(`${demo.origin}/oauth2/logout?`)).toBe(true)
  expect(to.searchParams.get('post_logout_redirect_uri')).toBe(`${app}/`)
})
