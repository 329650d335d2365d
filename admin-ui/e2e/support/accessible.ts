import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { still } from './still'

/** Nothing that axe knows of is wrong with the page as it is, once nothing fades in or out. */
export async function accessible(page: Page): Promise<void> {
  await still(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}
