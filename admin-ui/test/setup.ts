import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, vi } from 'vitest'
import { forgetAll } from './window'

// The files of one worker share its window and what has been evaluated: our own modules begin anew, and the window is
// as it was.
vi.resetModules()
forgetAll()
document.title = ''
document.body.replaceChildren()
for (const element of [document.documentElement, document.body]) {
  for (const { name } of Array.from(element.attributes)) element.removeAttribute(name)
}

// Generous limits: they end a test that hangs, they do not measure a machine that is busy.
configure({ asyncUtilTimeout: 10_000 })

// What is asked again and again until it is there prints the page once, when it never came: each time
// would be a tenth of all the tests take.
const { getElementError } = getConfig()
if (getElementError.name !== 'brief') {
  const brief: typeof getElementError = (message, container) =>
    asksAgain()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container)
  configure({ getElementError: brief })
}

function asksAgain() {
  const config: object = getConfig()
  return (
    '_disableExpensiveErrorDiagnostics' in config &&
    config._disableExpensiveErrorDiagnostics === true
  )
}

// Whoever asks whether something is hidden goes through every rule: those that hide nothing and leave the
// pointer alone are left out. They would be a seventh of what all the tests take.
const HIDING = /display: ?none|visibility: ?hidden|pointer-events/
const { insertRule } = CSSStyleSheet.prototype
if (insertRule.name !== 'insertHiding') {
  CSSStyleSheet.prototype.insertRule = function insertHiding(rule, index) {
    return HIDING.test(rule)
      ? insertRule.call(this, rule, Math.min(index ?? 0, this.cssRules.length))
      : this.cssRules.length
  }
}

// jsdom knows <dialog> only as an element: opening and closing are added here.
const dialog = HTMLDialogElement.prototype
dialog.showModal ??= function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '')
}
dialog.close ??= function close(this: HTMLDialogElement) {
  this.removeAttribute('open')
}
window.scrollTo = () => undefined
// Nobody has chosen a language, and this browser asks for the product's own.
Object.defineProperty(navigator, 'languages', { configurable: true, get: () => ['zh-CN', 'zh'] })

// The test environment's TextEncoder and Uint8Array come from two realms; browsers have one.
globalThis.Uint8Array = new TextEncoder().encode('').constructor as Uint8ArrayConstructor

// React works on in tasks of Node's own queue, which outlive a file's window; there the first of them
// to ask for `window` would fail a run whose tests all passed. They end while there is one.
const { setImmediate: nextTask, setTimeout: later } = globalThis
afterAll(async () => {
  cleanup()
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => later(resolve, 0))
    await new Promise((resolve) => nextTask(resolve))
  }
})
