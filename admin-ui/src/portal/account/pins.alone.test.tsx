import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { freshBrowser, ok, refused } from '../../../test/browser'
import { noting, openPortal, signIn } from '../../../test/portal'
import { setLocale } from '../../shared/i18n'
import type { OwnPin } from './PinDialog'

vi.mock('../../shared/password', () => ({ seal: (text: string) => Promise.resolve(`~${text}`) }))
freshBrowser()

const PIN: OwnPin = {
  tenantId: 't1',
  tenantName: '华东药业',
  pinRule: '3',
  pinLength: 6,
  pinNoticeType: '1',
  pinDuration: 30,
  isSet: false,
  locked: false,
  setAt: null,
}

let pins: OwnPin[]
const { sent, answer } = noting()
const open = () => openPortal('/account/pins')

beforeEach(() => {
  pins = [PIN]
  signIn(http.get('/api/account/pins', () => ok(pins)))
})

it('has the code sent and sets a PIN with it', async () => {
  answer('/api/account/pins/code', () => ok(null))
  answer('/api/account/pins', () => {
    pins = [{ ...PIN, isSet: true, setAt: '2026-01-05T08:00:00.000Z' }]
    return ok(null)
  })
  const user = open()
  expect(await screen.findByText('尚未设置')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '设置 PIN 码：华东药业' }))
  const dialog = within(await screen.findByRole('dialog', { name: '设置 PIN 码：华东药业' }))
  expect(dialog.getByText(/将发送到您的邮箱.*30 分钟内有效/)).toBeVisible()
  expect(dialog.getByText('6 位，须同时包含字母和数字')).toBeVisible()

  await user.click(dialog.getByRole('button', { name: '保存' }))
  for (const text of ['验证码不能为空', '请输入PIN码', '请再次输入PIN码'])
    expect(dialog.getByText(text)).toBeVisible()
  await waitFor(() => expect(dialog.getByLabelText('验证码')).toHaveFocus())

  await user.click(dialog.getByRole('button', { name: '获取验证码' }))
  expect(await dialog.findByText('发送成功，60 秒后可重新获取。')).toBeInTheDocument()
  expect(sent).toEqual([['/api/account/pins/code', { tenantId: 't1' }]])

  await user.type(dialog.getByLabelText('验证码'), '123{Enter}')
  expect(dialog.getByText('验证码不正确')).toBeVisible()
  await user.clear(dialog.getByLabelText('验证码'))
  await user.type(dialog.getByLabelText('验证码'), '12 34a56')
  await user.type(dialog.getByLabelText('新 PIN 码'), '135792')
  await user.type(dialog.getByLabelText('确认 PIN 码'), 'a3579{Enter}')
  expect(dialog.getByText('两次输入的PIN码不一致')).toBeVisible()
  expect(dialog.getByLabelText('新 PIN 码')).toHaveAccessibleDescription(
    '6 位，须同时包含字母和数字',
  )
  expect(sent).toHaveLength(1)

  for (const label of ['新 PIN 码', '确认 PIN 码']) {
    await user.clear(dialog.getByLabelText(label))
    await user.type(dialog.getByLabelText(label), 'a1b2c3')
  }
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.at(-1)).toEqual([
    '/api/account/pins',
    { tenantId: 't1', code: '123456', pin: '~a1b2c3', rePin: '~a1b2c3' },
  ])
  expect(await screen.findByText(/^已设置：2026-01-05 \d\d:\d\d/)).toBeVisible()
  expect(await screen.findByText('已设置“华东药业”的 PIN 码')).toBeInTheDocument()
})

it('says what the server has against it', async () => {
  setLocale('en')
  pins = [{ ...PIN, pinRule: '2', pinNoticeType: '2', isSet: true, locked: true }]
  const user = open()
  expect(await screen.findByText('Wrong too often, and locked: please set another')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Set another PIN: 华东药业' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/sent to your phone/)).toBeVisible()
  const fill = async () => {
    await user.type(dialog.getByLabelText('Code'), '654321')
    await user.type(dialog.getByLabelText('New PIN'), '123456')
    await user.type(dialog.getByLabelText('Confirm PIN'), '123456')
  }
  await fill()
  const simple = { pin: 'this PIN is too simple', rePin: 'so is this' }
  answer('/api/account/pins', () => refused('400', 'some fields are wrong', { errors: simple }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('this PIN is too simple')).toBeVisible()
  expect(dialog.getByLabelText('Confirm PIN')).toHaveAccessibleDescription('so is this')
  await waitFor(() => expect(dialog.getByLabelText('New PIN')).toHaveFocus())

  answer('/api/account/pins', () => refused('701', 'The code is wrong or no longer valid'))
  await user.keyboard('{Enter}')
  expect(await dialog.findByText('The code is wrong or no longer valid')).toBeVisible()
  expect(dialog.queryByText('so is this')).toBeNull()

  answer('/api/account/pins/code', () => refused('429', 'a code was sent a moment ago'))
  await user.click(dialog.getByRole('button', { name: 'Send code' }))
  expect(await dialog.findByText('a code was sent a moment ago')).toBeVisible()
})

it('tells where a tenant asks for none, and where nobody does', async () => {
  pins = [{ ...PIN, pinDuration: 0 }]
  open()
  expect(await screen.findByText(/该租户未启用 PIN 码/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /PIN/ })).toBeNull()
})

it('says that there is no tenant', async () => {
  pins = []
  open()
  expect(await screen.findByText('没有租户需要您的 PIN 码。')).toBeVisible()
})
