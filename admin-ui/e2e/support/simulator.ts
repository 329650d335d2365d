import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { BINARY, freePort } from './demo'

/** A trial system that somebody else runs: where it will be, before it is started. */
export interface Place {
  /** Its own address, without a slash at its end. */
  readonly base: string
  readonly port: number
}

export async function placeForSystem(): Promise<Place> {
  const port = await freePort()
  return { port, base: `http://127.0.0.1:${port}` }
}

/** What its operator was told. */
interface Told {
  issuer: string
  clientId: string
  clientSecret: string
  apiKey: string
}

/** Starts EDC's simulator at its place, beside the server's binary. Answers how it is ended. */
export async function startSimulator({ port }: Place, told: Told): Promise<() => Promise<void>> {
  const arguments_ = ['--software', '020', '--listen', `127.0.0.1:${port}`]
  const child = spawn(
    join(BINARY, '../cardea-simulator'),
    [...arguments_, '--issuer', told.issuer, '--client-id', told.clientId],
    {
      env: {
        ...process.env,
        CARDEA_SIMULATOR_CLIENT_SECRET: told.clientSecret,
        CARDEA_SIMULATOR_API_KEY: told.apiKey,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const orphan = () => child.kill('SIGKILL')
  process.once('exit', orphan)
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (/\bready\b/.test(printed)) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`the simulator ended:\n${printed}`)))
  })
  return async () => {
    process.off('exit', orphan)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  }
}
