import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { listing, openConsole, refusal, rows, startConsole, taking } from '../../../testing'

const server = startConsole()
const PATH = '/api/admin/licences'

const licence = {
  id: 'l1',
  version: 1,
  tenantId: 't1',
  tenantName: 'Northwind',
  softwareId: 's1',
  softwareName: 'EDC',
  timeEnable: true,
  startTime: '2026-01-01',
  endTime: '2026-12-31',
  studyEnable: true,
  maxStudy: 3,
  nowStudyNum: 2,
  userEnable: false,
  maxUser: null,
  nowUserNum: 5,
  isEnable: true,
  standing: 'valid',
}

beforeEach(() => {
  server.use(
    http.get('/api/admin/tenant-software/choices', () =>
      HttpResponse.json([{ id: 's1', softwareName: 'EDC' }]),
    ),
  )
})

it('says of each licence what is used and what keeps it from being used', async () => {
  server.use(
    http.get(PATH, () =>
      listing([
        licence,
        { ...licence, id: 'l2', maxStudy: 2 },
        { ...licence, id: 'l3', timeEnable: false, standing: 'disabled' },
        { ...licence, id: 'l4', standing: 'ended' },
        { ...licence, id: 'l5', standing: 'notStarted' },
      ]),
    ),
  )
  openConsole('/index/software/tenantsoft')
  await screen.findByText('Full')
  expect(rows()[0]?.slice(0, 6)).toEqual([
    'EDC',
    'Northwind',
    '2026-01-01 to 2026-12-31',
    '2 of 3',
    '5 of ∞',
    'Valid',
  ])
  expect(rows().map((cells) => cells[5])).toEqual([
    'Valid',
    'Full',
    'Disabled',
    'Expired',
    'Not started',
  ])
  expect(rows()[2]?.[2]).toBe('Unlimited')
})

it('limits what is switched on, and tells the first fault above the form', async () => {
  const made = taking(
    server,
    'post',
    PATH,
    licence,
    refusal(422, { message: 'wrong', errors: { startTime: 'select the date range' } }),
  )
  const { user } = openConsole('/index/software/tenantsoft/create')
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  within(await screen.findByRole('alert')).getByText('Please select a tenant')
  await user.click(screen.getByRole('combobox', { name: /^Tenant/ }))
  await user.click(await screen.findByRole('option', { name: 'Northwind' }))
  await user.click(screen.getByRole('combobox', { name: /^System/ }))
  await user.click(await screen.findByRole('option', { name: 'EDC' }))
  await user.click(screen.getByRole('switch', { name: 'Limit the studies' }))
  const studies = screen.getByRole('textbox', { name: /^Studies/ })
  expect(studies).toHaveProperty('value', '1')
  await user.clear(studies)
  await user.type(studies, '0')
  await user.click(screen.getByRole('switch', { name: 'Limit the period' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  within(await screen.findByRole('alert')).getByText('At least 1')
  await user.clear(studies)
  await user.type(studies, '4')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(made).toHaveLength(1))
  within(await screen.findByRole('alert')).getByText('select the date range')
  await user.type(screen.getByRole('textbox', { name: 'First day' }), '2026-01-01')
  await user.type(screen.getByRole('textbox', { name: 'Last day' }), '2026-12-31')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(made[1]).toMatchObject({
      tenantId: 't1',
      softwareId: 's1',
      timeEnable: true,
      startTime: '2026-01-01',
      endTime: '2026-12-31',
      studyEnable: true,
      maxStudy: '4',
      userEnable: false,
      isEnable: true,
    }),
  )
})

it('keeps tenant and system, and clears the days of what is unlimited', async () => {
  server.use(http.get(`${PATH}/l1`, () => HttpResponse.json(licence)))
  const changed = taking(server, 'put', `${PATH}/l1`, licence)
  const { user } = openConsole('/index/software/tenantsoft/l1')
  const tenant = await screen.findByRole('textbox', { name: 'Tenant' })
  expect(tenant).toHaveProperty('readOnly', true)
  await user.click(screen.getByRole('switch', { name: 'Limit the period' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(changed).toMatchObject([
      { version: 1, timeEnable: false, startTime: null, endTime: null, maxStudy: 3 },
    ]),
  )
})
