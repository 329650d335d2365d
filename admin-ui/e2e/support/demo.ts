import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The checkout. */
export const ROOT = resolve(import.meta.dirname, '../../..')

/** CARDEA_BINARY names another one, such as target/release/cardea, in or out of the checkout. */
export const BINARY = resolve(ROOT, process.env.CARDEA_BINARY ?? 'target/debug/cardea')
const READY = /^ready (https?:\/\/\S+)\s*$/m
/** Compiled plugins, under names that hold what they were made from and by: kept over servers and runs. */
const COMPILED = resolve(ROOT, 'target/e2e/plugin-cache')
const START_LIMIT_MS = 90_000
const STOP_LIMIT_MS = 15_000
/** A taken port is somebody else's luck, not the server's fault. */
const PORT_TAKEN = /address (already )?in use/i

/** A client as RFC 7591, section 2, describes it, with the id and secret it shall have. */
export interface Registration {
  client_id: string
  client_secret?: string
  client_name: string
  'client_name#en'?: string
  redirect_uris: string[]
  frontchannel_logout_uri?: string
  frontchannel_logout_session_required?: boolean
  backchannel_logout_uri?: string
  backchannel_logout_session_required?: boolean
  post_logout_redirect_uris?: string[]
  grant_types: string[]
  response_types: string[]
  token_endpoint_auth_method: string
  scope: string
  cardea_consent?: 'never' | 'once' | 'always'
  cardea_sso_code?: boolean
}

/** How the server is started. */
export type Command = 'demo' | 'serve'

/** What is there before the first start. */
export interface Before {
  /** Imported by `cardea client import`. */
  clients: Registration[]
  /** Names of bundles in target/guests, installed by `cardea plugin install`. */
  plugins: string[]
  /** What it is called: a name of this machine, where the address is not enough (passkeys). */
  host: string
  /** Settings of its own, as environment variables. */
  settings: Record<string, string>
  /** How it starts: `serve` has nobody and nothing, and prints where its first administrator is made. */
  command: Command
}

/** A message that the server sent: a file of its outbox. */
export interface Message {
  id: string
  kind: 'sms' | 'email'
  purpose: string
  to: string
  locale: string
  subject?: string
  html?: string
  text: string
  values: Record<string, string>
  createdAt: string
}

/** A running demonstration with data of its own. */
export interface Demo {
  /** Where it answers, and its issuer. Without a slash at its end. */
  readonly origin: string
  /** The password of every demonstration account. */
  readonly password: string
  /** The messages that it sent so far, oldest first. */
  outbox(): Promise<Message[]>
  /** Runs a command of an operator's, beside the server; answers what it prints. */
  operate(arguments_: string[]): Promise<string>
  /** Everything it has printed so far. */
  log(): string
  /**
   * Ends it and starts it again with the same data: as `cardea demo`, or as `cardea serve`, which
   * leaves the trial systems dead.
   */
  restart(command: Command): Promise<void>
  /** Ends it and removes its data. Throws where it does not end by itself, or has panicked. */
  stop(): Promise<void>
}

/** Starts `cardea demo`, or `serve`, on a free port with an empty data directory, until it serves. */
export async function startDemo({
  clients = [],
  plugins = [],
  host = '127.0.0.1',
  settings = {},
  command = 'demo',
}: Partial<Before> = {}): Promise<Demo> {
  if (!existsSync(BINARY)) {
    throw new Error(`${BINARY} is missing: \`make browser-tests\` builds it and runs these tests`)
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start({ clients, plugins, host, settings, command })
    } catch (error) {
      if (attempt === 3 || !PORT_TAKEN.test(String(error))) throw error
    }
  }
}

async function start({ clients, plugins, host, settings, command }: Before): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cardea-demo-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    await shareCompiled(dataDir)
    const origin = `http://${host}:${await freePort()}`
    const password = demoPassword()
    const env = { ...environment(origin, dataDir, password), ...settings }
    if (clients.length > 0) await importClients(clients, env, dataDir)
    if (plugins.length > 0) await installPlugins(plugins, env)
    let server = await serve(env, command)
    let before = ''
    return {
      origin,
      password,
      outbox: () => readOutbox(join(dataDir, 'outbox')),
      operate: async (arguments_) => (await run(arguments_, env)).stdout,
      log: () => before + server.log(),
      async restart(command) {
        await server.stop()
        before += server.log()
        server = await serve(env, command)
      },
      stop: () => server.stop().finally(remove),
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Compiling the plugins that come with it takes a server longer than most tests take. */
async function shareCompiled(dataDir: string) {
  await mkdir(COMPILED, { recursive: true, mode: 0o700 })
  await symlink(COMPILED, join(dataDir, 'plugin-cache'))
}

async function readOutbox(folder: string): Promise<Message[]> {
  const names = await readdir(folder).catch(() => [])
  // Whoever writes one gives it its name when it is whole.
  const whole = names.filter((name) => name.endsWith('.json'))
  const read = async (name: string) =>
    JSON.parse(await readFile(join(folder, name), 'utf8')) as Message
  const all = await Promise.all(whole.map(read))
  return all.sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1))
}

/** The caller's environment with none of its settings: a test is alone in the world. */
function environment(origin: string, dataDir: string, password: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CARDEA_'))
  return {
    ...Object.fromEntries(inherited),
    CARDEA_HTTP__LISTEN: `127.0.0.1:${new URL(origin).port}`,
    CARDEA_HTTP__PUBLIC_URL: origin,
    CARDEA_DATA_DIR: dataDir,
    CARDEA_NOTIFY__CHANNEL: 'file',
    // As cheap as the settings allow: nothing here asks anything of hashes.
    CARDEA_SIGN_IN__HASH_MEMORY_KIB: '8192',
    CARDEA_SIGN_IN__HASH_PASSES: '1',
    // Where the trial systems are, or would be.
    CARDEA_OUTBOUND__ALLOW: '127.0.0.0/8',
    CARDEA_DEMO_PASSWORD: password,
  }
}

async function importClients(clients: Registration[], env: NodeJS.ProcessEnv, folder: string) {
  const file = join(folder, 'clients.json')
  await writeFile(file, JSON.stringify(clients), { mode: 0o600 })
  await run(['client', 'import', file], env)
  await rm(file)
}

async function installPlugins(names: string[], env: NodeJS.ProcessEnv) {
  const publisher = join(ROOT, 'plugins/dist/publisher.pub')
  const systems = ['020', '030'].flatMap((code) => ['--web-code', code])
  await run(['plugin', 'enrol', '--name', 'Publisher of the tests', ...systems, publisher], env)
  for (const name of names) {
    await run(['plugin', 'install', join(ROOT, `target/guests/${name}.cardea`)], env)
  }
}

const run = (arguments_: string[], env: NodeJS.ProcessEnv) =>
  promisify(execFile)(BINARY, arguments_, { env, timeout: START_LIMIT_MS })

async function serve(env: NodeJS.ProcessEnv, command: Command) {
  const child = spawn(BINARY, [command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const orphan = () => child.kill('SIGKILL')
  process.once('exit', orphan)
  let printed = ''
  const ready = new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`cardea ${command} ${why}:\n${printed}`))
    const limit = setTimeout(() => fail('is not ready in time'), START_LIMIT_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        if (READY.test(printed)) {
          clearTimeout(limit)
          resolve()
        }
      })
    }
    child.once('error', (error) => fail(`cannot be started (${error.message})`))
    child.once('exit', (code, signal) => {
      clearTimeout(limit)
      process.off('exit', orphan)
      fail(`ended (${signal ?? code})`)
    })
  })
  await ready.catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  return { log: () => printed, stop: () => stop(child, () => printed) }
}

async function stop(child: ChildProcess, log: () => string): Promise<void> {
  const ended = child.exitCode !== null || child.signalCode !== null
  if (!ended) {
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    await exit
    clearTimeout(limit)
  }
  if (child.exitCode !== 0) {
    const how = child.signalCode ?? `status ${child.exitCode}`
    throw new Error(`the server did not end by itself (${how}):\n${log()}`)
  }
  // A thread of the server's own: a plugin's guest may panic as it likes, and the log says so.
  if (/^thread '.*panicked at/m.test(log())) throw new Error(`the server panicked:\n${log()}`)
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** 14 letters and digits with both cases and a digit, as the password rule wants. */
const demoPassword = () => `Aa1${randomBytes(8).toString('hex').slice(0, 11)}`
