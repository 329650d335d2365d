// Measures what people wait for, on a slow line and a slow computer, beside the budgets: the largest
// paint of the sign-in and of the first list, each with nothing in the browser's cache, and the change
// from one known screen to another. Chromium slows itself: a machine that does something else at the
// same time makes the figures worthless, so no test runs this.
// Usage: node scripts/speed.mjs [RUNS], of the server that CARDEA_BINARY names
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'

const ROOT = resolve(import.meta.dirname, '../..')
const BINARY = resolve(ROOT, process.env.CARDEA_BINARY ?? 'target/release/cardea')
/** What people use, or else the program without windows. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell']
const CHROMIUM = process.env.CARDEA_CHROMIUM ?? INSTALLED.find(existsSync) ?? INSTALLED[0]
const RUNS = Number(process.argv[2] ?? 5)

/** The line and the computer: 1.6 Mbit/s both ways, 150 ms there and back, a quarter of this processor. */
const OCTETS_PER_SECOND = 1_600_000 / 8
const LATENCY_MS = 150
const SLOWER = 4

const LISTS = ['systemManger/tenant', 'systemManger/user']
const LIMIT_MS = 120_000

/** The processor time of a process, in ticks. */
async function ticks(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
  return Number(user) + Number(system)
}

/** Waits until the server has nothing to do: at its first start it compiles plugins. */
async function atRest(pid) {
  for (let second = 0; second < 180; second += 1) {
    const before = await ticks(pid)
    await new Promise((later) => setTimeout(later, 1000))
    if ((await ticks(pid)) - before < 5) return
  }
  throw new Error('the server is still busy three minutes after its start')
}

/** Starts the demonstration; answers its address and how to end it. */
async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'cardea-speed-'))
  const port = 20_000 + (process.pid % 10_000)
  const origin = `http://127.0.0.1:${port}`
  const password = `Aa1${randomBytes(8).toString('hex').slice(0, 11)}`
  const env = {
    ...process.env,
    CARDEA_HTTP__LISTEN: `127.0.0.1:${port}`,
    CARDEA_HTTP__PUBLIC_URL: origin,
    CARDEA_DATA_DIR: folder,
    CARDEA_OUTBOUND__ALLOW: '127.0.0.0/8',
    CARDEA_DEMO_PASSWORD: password,
  }
  const child = spawn(BINARY, ['demo'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  await new Promise((ready, fail) => {
    const limit = setTimeout(() => fail(new Error(`not ready in time:\n${printed}`)), LIMIT_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        printed += text
        if (!/^ready /m.test(printed)) return
        clearTimeout(limit)
        ready()
      })
    }
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`${BINARY} ended (${code}):\n${printed}`)))
  })
  await atRest(child.pid)
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  return { origin, password, stop }
}

/** A page of an empty profile; `largest` is when its largest part so far was painted. */
async function slowPage(browser, { origin, password }, signedIn) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(LIMIT_MS)
  if (signedIn) {
    const answer = await context.request.post(`${origin}/api/sys/login`, {
      headers: { origin, 'x-requested-with': 'cardea' },
      data: { userName: 'admin', password },
    })
    const { code, message } = await answer.json()
    if (code !== '200') throw new Error(`signing in answered ${code}: ${message}`)
  }
  await context.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) window.largestPaint = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: OCTETS_PER_SECOND,
    uploadThroughput: OCTETS_PER_SECOND,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return { context, page, largest: () => page.evaluate(() => window.largestPaint) }
}

const rowsOf = (path) => `tbody a[href^="/index/${path}/"]`

async function signInPage(browser, server) {
  const { context, page, largest } = await slowPage(browser, server, false)
  await page.goto(`${server.origin}/signIn/index`)
  await page.locator('input[type=password]').waitFor()
  await page.waitForLoadState('networkidle')
  const painted = await largest()
  await context.close()
  return painted
}

/** The first list, and from there to another and back, until both are known. */
async function lists(browser, server) {
  const [first, second] = LISTS
  const { context, page, largest } = await slowPage(browser, server, true)
  await page.goto(`${server.origin}/index/${first}`)
  await page.locator(rowsOf(first)).first().waitFor()
  await page.waitForLoadState('networkidle')
  const painted = await largest()
  for (const path of [second, first]) {
    await change(page, path)
    await page.waitForLoadState('networkidle')
  }
  const warm = await change(page, second)
  await context.close()
  return { painted, warm }
}

/** Milliseconds from the click in the side menu until the next frame after its rows are to be seen. */
const change = (page, path) =>
  page.evaluate(
    ({ link, rows }) =>
      new Promise((done) => {
        const began = performance.now()
        const isSeen = (row) => row.checkVisibility()
        const look = () => {
          if (![...document.querySelectorAll(rows)].some(isSeen)) requestAnimationFrame(look)
          else requestAnimationFrame(() => done(performance.now() - began))
        }
        document.querySelector(link).click()
        look()
      }),
    { link: `nav a[href$="/index/${path}"]`, rows: rowsOf(path) },
  )

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const server = await start()
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--disable-gpu'] })
const measured = { signIn: [], list: [], change: [] }
try {
  for (let run = 0; run < RUNS; run += 1) {
    measured.signIn.push(await signInPage(browser, server))
    const { painted, warm } = await lists(browser, server)
    measured.list.push(painted)
    measured.change.push(warm)
  }
} finally {
  await browser.close()
  await server.stop()
}

console.log(
  `${RUNS} runs at 1.6 Mbit/s, ${LATENCY_MS} ms, a processor ${SLOWER} times slower; medians`,
)
for (const [what, values, budget] of [
  ['largest paint of the sign-in', measured.signIn, 1500],
  ['largest paint of the first list', measured.list, 3500],
  ['change to a known screen', measured.change, 300],
]) {
  const ms = median(values)
  const all = values.map(Math.round).join(', ')
  console.log(
    `${ms > budget ? 'OVER' : ' ok '} ${Math.round(ms)} ms of ${budget} ms  ${what} (${all})`,
  )
}
