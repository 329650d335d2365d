import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { still } from './still'

/** Axe as a page can read it quickest: it comes into each page anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Nothing that axe knows of is wrong with the page as it is, once nothing fades in or out. */
export async function accessible(page: Page, where = ''): Promise<void> {
  await still(page)
  expect(await violations(page), where).toEqual([])
}

/** The same in dark and in light, as the system of whoever looks at it is. */
export async function accessibleInBoth(page: Page, where = ''): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const theme = () => page.locator('html').getAttribute('data-theme')
    await expect.poll(theme, { timeout: 30_000 }).toBe(colorScheme)
    await accessible(page, `${where} (${colorScheme})`)
  }
}

/**
 * What axe finds wrong: the rule and the first element that breaks it. Axe comes into a page once, writes no account of what
 * is right, which costs most of its time, and loads no style sheets anew: the one rule about them is experimental, and off.
 */
async function violations(page: Page): Promise<string[]> {
  const there = await page.evaluate(() => 'axe' in window)
  if (!there) await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
}
