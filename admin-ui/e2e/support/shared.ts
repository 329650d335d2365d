/**
 * What the tests of a file, or of a `describe`, share. Each starts before them and ends after them,
 * the last one first: a browser that is named after a demonstration has left it when that ends.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launch, type Profiles } from './browser'
import { type Before, type Demo, startDemo } from './demo'

export function sharedBrowser(): Profiles {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())
  return { newContext: (options) => browser.newContext(options) }
}

type Setting = Partial<Before>

/** `before` may be what is known only once everything named above it has started. */
export function sharedDemo(before: Setting | (() => Setting | Promise<Setting>) = {}): Demo {
  let demo: Demo
  beforeAll(async () => {
    demo = await startDemo(typeof before === 'function' ? await before() : before)
  })
  afterAll(() => demo?.stop())
  return {
    get origin() {
      return demo.origin
    },
    get password() {
      return demo.password
    },
    outbox: () => demo.outbox(),
    log: () => demo.log(),
    restart: (command) => demo.restart(command),
    operate: (...command) => demo.operate(...command),
    stop: () => demo.stop(),
  }
}
