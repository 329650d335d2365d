import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessible } from './support/accessible'
import { visit } from './support/browser'
import { sharedBrowser, sharedDemo } from './support/shared'
import { openScreen, signIn } from './support/steps'
import { LOCALES, type Locale } from './support/words'

// A job: its expression is built, it calls a server by hand, its log says what was answered, it is paused and removed.

const TEXTS = {
  zh: {
    create: '新增',
    name: '任务名称',
    type: '任务类型',
    http: 'HTTP 调用',
    build: '生成',
    some: '指定',
    hour: '时',
    minute: '分',
    second: '秒',
    day: '日',
    week: '周',
    confirm: '确定',
    nearest: '离以下日期最近的工作日',
    spoken: '每月离15日最近的工作日（周一至周五） 02:30',
    url: 'HTTP地址',
    method: '请求方式',
    header: '请求头',
    save: '保存',
    acts: '操作：',
    run: '立即执行',
    log: '日志',
    logOf: '日志：',
    ok: '成功',
    byHand: '手动执行',
    close: '关闭',
    pause: '暂停',
    paused: '已暂停',
    remove: '删除',
    builtIn: '轮换签名密钥 / Rotate signing keys',
  },
  en: {
    create: 'Create',
    name: 'Name',
    type: 'Type',
    http: 'HTTP',
    build: 'Build',
    some: 'These',
    hour: 'Hour',
    minute: 'Minute',
    second: 'Second',
    day: 'Day',
    week: 'Week',
    confirm: 'Confirm',
    nearest: 'The weekday nearest to',
    spoken: 'At 02:30 on the weekday (Monday to Friday) nearest day 15 of the month',
    url: 'Address',
    method: 'Method',
    header: 'Headers',
    save: 'Save',
    acts: 'Actions: ',
    run: 'Run now',
    log: 'Log',
    logOf: 'Log: ',
    ok: 'Succeeded',
    byHand: 'on demand',
    close: 'Close',
    pause: 'Pause',
    paused: 'Paused',
    remove: 'Delete',
    builtIn: '轮换签名密钥 / Rotate signing keys',
  },
} as const satisfies Record<Locale, object>

/** The keys that the called server got. */
const got: (string | undefined)[] = []
let called: Server

beforeAll(async () => {
  called = createServer((request, response) => {
    got.push(request.headers['x-api-key'] as string | undefined)
    response.end('<b>done</b>')
  })
  await new Promise<void>((listening) => called.listen(0, '127.0.0.1', listening))
})
afterAll(() => called?.close())

const demo = sharedDemo()
const browser = sharedBrowser()

test.each(LOCALES)('a job is made, run, read, paused and removed, in %s', (locale) =>
  visit({ browser, demo, locale, name: `jobs-${locale}` }, async (it) => {
    const { page } = it
    const texts = TEXTS[locale]
    const name = `Nightly ${locale}`
    await signIn(it, 'admin', demo.password)
    await openScreen(it, 'base/task')
    await page.getByRole('row').filter({ hasText: texts.builtIn }).waitFor()
    await accessible(page)
    await it.picture('list')

    await page.getByRole('link', { name: texts.create, exact: true }).click()
    await page.getByRole('combobox', { name: texts.type }).click()
    await page.getByRole('option', { name: texts.http, exact: true }).click()
    await page.getByRole('textbox', { name: texts.name }).fill(name)
    await page.getByRole('button', { name: texts.build, exact: true }).click()
    const dialog = page.getByRole('dialog')
    const some = async (part: string, ...values: string[]) => {
      await dialog.getByRole('tab', { name: part, exact: true }).click()
      await dialog.getByRole('radio', { name: texts.some, exact: true }).check()
      for (const value of values) {
        await dialog.getByRole('checkbox', { name: value, exact: true }).check()
      }
    }
    await some(texts.second, '0')
    await some(texts.minute, '30')
    await some(texts.hour, '2')
    await dialog.getByRole('tab', { name: texts.day, exact: true }).click()
    await dialog.getByRole('radio', { name: texts.nearest }).check()
    await dialog.getByRole('spinbutton').fill('15')
    await dialog.getByText(texts.spoken).waitFor()
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(
      Array.from({ length: 5 }, () => expect.stringMatching(/^\d{4}-\d\d-1[4-6] 02:30:00$/)),
    )
    await accessible(page)
    await it.picture('builder')
    await dialog.getByRole('button', { name: texts.confirm, exact: true }).click()
    await page
      .getByRole('textbox', { name: texts.url })
      .fill(`http://127.0.0.1:${(called.address() as AddressInfo).port}/hook`)
    await page.getByRole('textbox', { name: texts.header }).fill(`X-Api-Key: key-${locale}`)
    await accessible(page)
    await it.picture('form')
    await page.getByRole('button', { name: texts.save, exact: true }).click()

    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('0 30 2 15W * ? *').waitFor()
    const act = async (item: string) => {
      await row.getByRole('button', { name: `${texts.acts}${name}` }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await act(texts.run)
    await expect.poll(() => got, { timeout: 30_000 }).toContain(`key-${locale}`)
    await act(texts.log)
    const log = page.getByRole('dialog', { name: `${texts.logOf}${name}` })
    await log.getByText(texts.ok, { exact: true }).waitFor()
    await log.getByText(texts.byHand).waitFor()
    // Markup of another server stays text, and the key is nowhere.
    await log.getByText('<b>done</b>').waitFor()
    expect(await log.textContent()).not.toContain('key-')
    await accessible(page)
    await it.picture('log')
    await log.getByRole('button', { name: texts.close }).click()
    await act(texts.pause)
    await row.getByText(texts.paused).waitFor()
    await act(texts.remove)
    await dialog.getByRole('button', { name: texts.confirm, exact: true }).click()
    await expect.poll(() => row.count()).toBe(0)
  }),
)
