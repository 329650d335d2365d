import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessible } from './accessible'
import type { Visit } from './browser'

// What the journeys of signing in with somebody else have in common.

/** What the pages say. */
export const TEXTS = {
  zh: {
    with: { wecom: '使用企业微信登录', dingtalk: '使用钉钉登录', feishu: '使用飞书登录' },
    sponsor: '使用申办方账号登录',
    ask: '登录此账号？',
    enter: '登录',
    notMe: '不是我',
    switch: '切换账号？',
    stay: '保持当前账号',
    link: '关联您的账号',
    linkDone: '登录并关联',
    unlink: '解除关联',
    refused: '登录未完成',
    cancelled: /您取消了登录/,
    down: /暂时无法连接该登录服务/,
    dead: /登录信息无效或已失效/,
    begin: '发起登录',
  },
  en: {
    with: {
      wecom: 'Sign in with WeCom',
      dingtalk: 'Sign in with DingTalk',
      feishu: 'Sign in with Feishu',
    },
    sponsor: 'Sign in with Sponsor account',
    ask: 'Sign in to this account?',
    enter: 'Sign in',
    notMe: 'Not me',
    switch: 'Switch accounts?',
    stay: 'Keep this account',
    link: 'Link your account',
    linkDone: 'Sign in and link',
    unlink: 'Unlink',
    refused: 'The sign-in was not completed',
    cancelled: /You cancelled the sign-in/,
    down: /This service cannot be reached/,
    dead: /This sign-in is not valid/,
    begin: 'Begin',
  },
}

/** The login name of whoever is signed in; none where nobody is. */
export const whoIs = (page: Page): Promise<string | null> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/sys/user/info')
    const { data } = (await answer.json()) as { data: { userName: string } | null }
    return data?.userName ?? null
  })

/** Until somebody is signed in and on a page for them. */
export const signedIn = (page: Page): Promise<void> =>
  page.waitForURL(({ pathname }) => ['/softIndex', '/index'].some((at) => pathname.startsWith(at)))

/** What is there holds in light and dark, on a desk and on a phone. */
export async function everywhere({ page, picture }: Visit, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      // Colours on their way from one appearance to the other are neither.
      await page.evaluate(() =>
        Promise.allSettled(
          document
            .getAnimations()
            .filter(
              ({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
            )
            .map(({ finished }) => finished),
        ),
      )
      await accessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(width)
    }
  }
  await picture(name)
}

/** On the page of that title. */
export const at = (page: Page, title: string): Locator =>
  page.getByRole('heading', { level: 1, name: title })
