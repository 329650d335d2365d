import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll } from 'vitest'

// Generous limits: they end a test that hangs, they do not measure a machine that is busy.
configure({ asyncUtilTimeout: 10_000 })

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
