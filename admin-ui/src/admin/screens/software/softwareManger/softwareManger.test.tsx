import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { filterOf, listing, openConsole, rows, startConsole, taking } from '../../../testing'

const server = startConsole()
const PATH = '/api/admin/software'

const edc = {
  id: 's1',
  version: 1,
  softwareName: 'EDC',
  describe: 'Data capture',
  webCode: '020',
  appCode: '021',
  hasAppKey: true,
  validityTime: 30,
  sort: 1,
  authorizationStyle: 2,
  isStudyAuthorization: 0,
  projdbShow: 1,
  remindDay: 0,
  expiredDay: 0,
}

const filters: unknown[] = []

beforeEach(() => {
  filters.length = 0
  server.use(
    http.get(PATH, ({ request }) => {
      filters.push(filterOf(request))
      return listing([edc])
    }),
    http.get(`${PATH}/styles`, () => HttpResponse.json([{ code: 2, desc: 'Data capture' }])),
    http.get(`${PATH}/s1`, () => HttpResponse.json(edc)),
  )
})

it('lists the catalogue, searches in it, and asks before a system goes', async () => {
  const removed: string[] = []
  server.use(
    http.delete(`${PATH}/s1`, () => {
      removed.push('s1')
      return HttpResponse.json(edc)
    }),
  )
  const { user } = openConsole('/index/software/softwareManger')
  await screen.findByRole('link', { name: 'EDC' })
  await waitFor(() =>
    expect(rows()[0]?.slice(0, 6)).toEqual(['EDC', '020', '021', 'Data capture', '30', '1']),
  )
  await user.type(screen.getByRole('textbox', { name: 'Search' }), '02')
  await waitFor(() => expect(filters.at(-1)).toEqual({ q: '02' }))
  await user.click(screen.getByRole('button', { name: 'Actions: EDC' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(removed).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(removed).toEqual(['s1']))
})

it('adds a system with its defaults once everything needed is there', async () => {
  const made = taking(server, 'post', PATH, edc)
  const { user } = openConsole('/index/software/softwareManger/create')
  const type = async (name: RegExp, text: string) =>
    user.type(await screen.findByRole('textbox', { name }), text)
  await type(/^Name/, 'EDC')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter the appKey')
  expect(screen.getAllByText('Please enter a number')).toHaveLength(2)
  expect(made).toEqual([])
  await type(/^Web code/, '020')
  await type(/^Mobile code/, '021')
  await type(/^appKey/, 'key')
  await type(/^Sign-out time/, '0')
  await type(/^Sort order/, '3')
  await user.click(screen.getByRole('combobox', { name: /^Kind of authorisation/ }))
  await user.click(await screen.findByRole('option', { name: 'Data capture' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(made).toHaveLength(1))
  expect(made[0]).toMatchObject({
    webCode: '020',
    appKey: 'key',
    validityTime: '0',
    authorizationStyle: 2,
    isStudyAuthorization: 1,
    projdbShow: 1,
  })
})

it('keeps a key that is not shown', async () => {
  const changed = taking(server, 'put', `${PATH}/s1`, edc)
  const { user } = openConsole('/index/software/softwareManger/s1')
  await screen.findByText('There is one, which is not shown again. Empty keeps it.')
  expect(screen.getByRole('textbox', { name: /^appKey/ })).toHaveProperty('value', '')
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), '2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(changed).toMatchObject([{ version: 1, softwareName: 'EDC2' }]))
})
