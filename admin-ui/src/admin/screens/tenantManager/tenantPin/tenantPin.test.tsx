import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { openConsole, savedMeanwhile, startConsole, taking } from '../../../testing'

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
  server.use(http.get('/api/admin/tenant-pins/t1', () => HttpResponse.json(SETTING)))
  const now = { ...SETTING, version: 3 }
  const sent = taking(server, 'put', '/api/admin/tenant-pins/t1', now)
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
  // Each rule speaks when its field is left, before anything is sent.
  await screen.findByText('enter integer 6-8')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('required')
  expect(sent).toEqual([])
  await user.clear(length)
  await user.type(length, '8')
  await user.type(screen.getByRole('spinbutton', { name: /^Validity duration/ }), '0')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Modified successfully')
  expect(sent).toEqual([
    { version: 2, pinRule: '3', pinLength: 8, pinNoticeType: '2', pinDuration: 0 },
  ])
})

it('shows in words what a faster colleague set, and saves what is chosen', async () => {
  server.use(http.get('/api/admin/tenant-pins/t1', () => HttpResponse.json(SETTING)))
  const { user } = openConsole('/index/tenantManager/tenantPin')
  await user.click(await screen.findByRole('combobox', { name: 'Rule' }))
  await user.click(await screen.findByRole('option', { name: 'Letters and digits' }))
  const sent = savedMeanwhile(server, '/api/admin/tenant-pins/t1', {
    ...SETTING,
    version: 3,
    pinRule: '1',
    pinLength: 8,
    pinNoticeType: '2',
  })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Somebody else has changed this record/)
  expect(screen.getByText(/^Length:/).textContent).toBe('Length: 8')
  expect(screen.getByText(/^Notification type:/).textContent).toBe('Notification type: SMS')
  expect(screen.getByRole('radio', { name: 'Theirs: Letters' })).toBeDefined()
  expect(screen.getByRole('radio', { name: 'Yours: Letters and digits' })).toHaveProperty(
    'checked',
    true,
  )
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Continue with this choice' }))
  expect(screen.getByRole('spinbutton', { name: /^Length/ })).toHaveProperty('value', '8')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Modified successfully')
  expect(sent.map(({ version }) => version)).toEqual([2, 3])
  expect(sent[1]).toEqual({
    version: 3,
    pinRule: '3',
    pinLength: 8,
    pinNoticeType: '2',
    pinDuration: 30,
  })
})
