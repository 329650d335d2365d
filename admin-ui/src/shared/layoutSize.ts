import { HEIGHTS, WIDTHS } from './constants'

/** How many of `limits` `size` reaches: 0 below the first. */
export const sizeClass = (size: number, limits: readonly number[]): number =>
  limits.filter((limit) => size >= limit).length

/** Fired on `window`, `detail` is the new class, when the window crosses a limit. */
export type WidthClassEvent = CustomEvent<number>
export const WIDTH_CLASS_EVENT = 'cardea:width-class'
export const HEIGHT_CLASS_EVENT = 'cardea:height-class'

/**
 * Keeps `width-0` to `width-8` and `height-0` to `height-5` on the body and fires the change
 * events. Returns the way to stop.
 */
export function watchLayoutSize(): () => void {
  let width = -1
  let height = -1
  const measure = () => {
    const nextWidth = sizeClass(window.innerWidth, WIDTHS)
    const nextHeight = sizeClass(window.innerHeight, HEIGHTS)
    if (nextWidth !== width) change('width', width, nextWidth, WIDTH_CLASS_EVENT)
    if (nextHeight !== height) change('height', height, nextHeight, HEIGHT_CLASS_EVENT)
    width = nextWidth
    height = nextHeight
  }
  measure()
  window.addEventListener('resize', measure)
  return () => window.removeEventListener('resize', measure)
}

function change(axis: 'width' | 'height', from: number, to: number, event: string) {
  document.body.classList.remove(`${axis}-${from}`)
  document.body.classList.add(`${axis}-${to}`)
  window.dispatchEvent(new CustomEvent(event, { detail: to }))
}
