import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type Demo, ROOT } from './demo'
import { DOCUMENTED } from './pictures'
import { still } from './still'
import type { Locale } from './words'

/** Chromium without its windows, or else the whole of it, which draws the same pages with more work. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const
const CHROMIUM = process.env.CARDEA_CHROMIUM ?? INSTALLED.find(existsSync) ?? INSTALLED[0]
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const TAGS: Record<Locale, string> = { zh: 'zh-CN', en: 'en-US' }
/** So many times slower than it is shall the browser compute: what goes wrong only then goes wrong on a busy machine, too. */
const SLOWER = Number(process.env.CARDEA_SLOWER ?? 1)
/** How long a step may take before it counts as stuck; the server is an unoptimised build. */
const STEP_LIMIT_MS = 30_000

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: FLAGS })

/** A browser profile of its own, watched for everything that must not happen in any page. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly locale: Locale
  /** The server's address. */
  readonly origin: string
  /** Takes a picture: for whoever looks at a change, and for the pages that the visit takes some for. */
  picture(name: string, of?: Page): Promise<void>
}

/** What is visited: a demonstration, or anything else that answers over HTTP. */
export type Host = Pick<Demo, 'origin' | 'log'>

/** A browser, for those who open profiles in it and do not end it. */
export type Profiles = Pick<Browser, 'newContext'>

interface Visiting {
  browser: Profiles
  demo: Host
  locale: Locale
  /** Names the folder for what is left of a failure. */
  name: string
  /** Complaints that this visit is about: each must be heard, and none of them fails it. */
  expected?: RegExp[]
  /** Its pictures are for the manuals: in a smaller window, and finer. */
  manual?: boolean
  /** Its pictures are for README and docs, as far as those show them. */
  documents?: boolean
}

const DESK = { viewport: { width: 1440, height: 900 } }
/** A picture in a manual is half as wide as a desk: what it shows must still be readable. */
const MANUAL = { viewport: { width: 1120, height: 700 }, deviceScaleFactor: 1.5 }

/**
 * Runs `body` in a fresh browser profile. Fails where it fails, and on any console error, page
 * error, failed request or violation of the content security policy in any of its pages, unless it
 * is expected. What can be learnt about a failure is left in target/e2e/<name>.
 */
export async function visit(
  { browser, demo, locale, name, expected = [], manual = false, documents = false }: Visiting,
  body: (visit: Visit) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    locale: TAGS[locale],
    // Who looks at a page never catches a thing half faded.
    reducedMotion: 'reduce',
    ...(manual ? MANUAL : DESK),
  })
  context.setDefaultTimeout(STEP_LIMIT_MS)
  const complaints = await watch(context)
  if (SLOWER > 1) context.on('page', slowDown)
  try {
    const page = await context.newPage()
    const taken = new Set<string>()
    // The first time that a page is seen is the one to show: nothing of the visitor is in it yet.
    const picture = async (title: string, of = page) => {
      if (taken.has(title)) return
      taken.add(title)
      const file = `${title}-${locale}`
      await takePicture(of, file)
      if (manual) await takeFinePicture(of, process.env.CARDEA_MANUAL_PICTURES, file)
      if (documents && DOCUMENTED.includes(title)) {
        await takeFinePicture(of, process.env.CARDEA_DOC_PICTURES, file)
      }
    }
    await body({ page, context, locale, origin: demo.origin, picture })
    await settle(context)
    const unexpected = complaints.filter((each) => !expected.some((one) => one.test(each)))
    if (unexpected.length > 0) throw new Error(`in the browser:\n${unexpected.join('\n')}`)
    const missed = expected.filter((one) => !complaints.some((each) => one.test(each)))
    if (missed.length > 0) throw new Error(`not heard in the browser: ${missed.join(', ')}`)
  } catch (error) {
    const folder = await evidence(name, context, demo, complaints)
    const heard = complaints.map((each) => `\nin the browser: ${each}`).join('')
    throw new Error(`${name}: see ${folder}${heard}`, { cause: error })
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  } catch {
    // It was closed again before.
  }
}

/** Collects what no page may do, from every page of the profile. */
async function watch(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = []
  const say = (page: Page | null, what: string) =>
    complaints.push(`${page?.url() ?? 'a page'}: ${what}`)

  await context.exposeBinding('reportPolicyViolation', ({ page }, what: string) =>
    say(page, `content security policy: ${what}`),
  )
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportPolicyViolation(what: string): void })
        .reportPolicyViolation
      report(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  context.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error') say(message.page(), `console: ${message.text()} (${url})`)
  })
  context.on('weberror', (error) => say(error.page(), `error: ${error.error().stack}`))
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed'
    // A page that is left drops the requests it still waits for.
    if (why !== 'net::ERR_ABORTED') say(request.frame().page(), `${request.url()}: ${why}`)
  })
  return complaints
}

/** Waits for what the pages have already said: an answer comes after everything said before it. */
async function settle(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.evaluate(() => undefined)))
}

async function evidence(
  name: string,
  context: BrowserContext,
  demo: Host,
  complaints: string[],
): Promise<string> {
  const folder = join(ROOT, 'target/e2e', name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'server.log'), demo.log())
  await writeFile(join(folder, 'browser.log'), complaints.join('\n'))
  for (const [at, page] of context.pages().entries()) {
    const file = join(folder, `page-${at + 1}`)
    // A page that is gone cannot be drawn; that must not hide why the test failed.
    await page.screenshot({ path: `${file}.png`, fullPage: true }).catch(() => undefined)
    await page.content().then(
      (html) => writeFile(`${file}.html`, html),
      () => undefined,
    )
  }
  return folder
}

/** Into the folder that CARDEA_PICTURES names, if it does. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.CARDEA_PICTURES
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}

/** Into a folder, where there is one: WebP, as everybody loads them. */
async function takeFinePicture(page: Page, folder: string | undefined, name: string) {
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.waitForLoadState('networkidle')
  await still(page)
  const devtools = await page.context().newCDPSession(page)
  const shot = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await devtools.detach()
  await writeFile(join(folder, `${name}.webp`), Buffer.from(shot.data, 'base64'))
}
