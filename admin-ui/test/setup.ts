import '@testing-library/jest-dom/vitest'

// jsdom knows <dialog> only as an element: opening and closing are added here.
const dialog = HTMLDialogElement.prototype
dialog.showModal ??= function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '')
}
dialog.close ??= function close(this: HTMLDialogElement) {
  this.removeAttribute('open')
}
window.scrollTo = () => undefined

// The test environment's TextEncoder and Uint8Array come from two realms; browsers have one.
globalThis.Uint8Array = new TextEncoder().encode('').constructor as Uint8ArrayConstructor
