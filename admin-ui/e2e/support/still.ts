import type { Page } from 'playwright-core'

/** Waits until everything that moves and has an end has come to it. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .filter(({ playState }) => playState === 'running')
    // What was asked for a moment ago begins with the next picture.
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))
    for (let now = moving(); now.length > 0; now = moving()) {
      await Promise.allSettled(now.map(({ finished }) => finished))
    }
  })
}
