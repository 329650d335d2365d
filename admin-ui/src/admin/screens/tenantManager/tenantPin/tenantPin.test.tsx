import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { openConsole, refusal, startConsole } from '../../../testing'

const server = startConsole()

const SETTING = {
  id: 't1',
  version: 2,
  pinRule: '2',
  pinLength: 6,
  pinNoticeType: '1',
  pinDuration: 30,
}

it('shows a tenant’s setting and changes it, saying on its field what is refused', async () => {
  const sent: unknown[] = []
  server.use(
    http.get('/api/admin/tenant-pins/t1', () => HttpResponse.json(SETTING)),
    http.put('/api/admin/tenant-pins/t1', async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1
        ? refusal(422, { message: 'Invalid', errors: { pinLength: 'enter integer 6-8' } })
        : HttpResponse.json({ ...SETTING, version: 3 })
    }),
  )
  const { user } = openConsole('/index/tenantManager/tenantPin')
  const length = await screen.findByRole('spinbutton', { name: /^Length/ })
  expect(length).toHaveProperty('value', '6')
  await user.clear(length)
  await user.type(length, '9')
  await user.click(screen.getByRole('combobox', { name: 'Rule' }))
  await user.click(await screen.findByRole('option', { name: 'Letters and digits' }))
  await user.click(screen.getByRole('combobox', { name: 'Notification type' }))
  await user.click(await screen.findByRole('option', { name: 'SMS' }))
  await user.clear(screen.getByRole('spinbutton', { name: /^Validity duration/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('enter integer 6-8')
  await user.clear(length)
  await user.type(length, '8')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Modified successfully')
  const body = { version: 2, pinRule: '3', pinNoticeType: '2', pinDuration: null }
  expect(sent).toEqual([
    { ...body, pinLength: 9 },
    { ...body, pinLength: 8 },
  ])
})
