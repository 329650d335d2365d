import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { filterOf, findDialog, listing, openConsole, startConsole, taking } from '../../../testing'

const server = startConsole()
const PATH = '/api/admin/study-software'

const binding = {
  id: 'b1',
  version: 3,
  tenantId: 't1',
  studyId: 'a',
  studyName: 'Alpha',
  studyCode: 'A-1',
  softwareId: 's1',
  tenantUrlId: 'd1',
  roleApiRequest: 'https://roles.example.org',
  roleApiResponse: '',
}
const study = (id: string, studyName: string, suVos: (typeof binding)[]) => ({
  id,
  tenantId: 't1',
  studyName,
  studyCode: `${studyName}-1`,
  suVos,
})
const filters: Record<string, unknown>[] = []

beforeEach(() => {
  filters.length = 0
  server.use(
    http.get('/api/admin/tenant-software/choices', () =>
      HttpResponse.json([
        { id: 's1', softwareName: 'EDC' },
        { id: 's2', softwareName: 'RTSM' },
      ]),
    ),
    http.get(`${PATH}/studies`, ({ request }) => {
      filters.push(filterOf(request))
      return listing([study('a', 'Alpha', [binding]), study('b', 'Beta', [])])
    }),
    http.get('/api/admin/domains', ({ request }) => {
      const { tenantId, softwareId } = filterOf(request)
      const there = tenantId === 't1' && softwareId === 's1'
      return listing(
        there
          ? [{ id: 'd1', urlName: 'Main', websiteUrl: 'https://e.org', tenantId, softwareId }]
          : [],
      )
    }),
  )
})

it('has a box for each study and system: checking configures, unchecking asks', async () => {
  const made = taking(server, 'post', PATH, binding)
  const changed = taking(server, 'put', `${PATH}/b1`, binding)
  const removed: string[] = []
  server.use(
    http.delete(`${PATH}/b1`, () => {
      removed.push('b1')
      return HttpResponse.json(binding)
    }),
  )
  const { user } = openConsole('/index/projectManager/softAllowed')
  const box = await screen.findByRole('checkbox', { name: 'Alpha · EDC' })
  expect(box).toHaveProperty('checked', true)
  expect(filters[0]).toEqual({ tenantId: 't1' })

  await user.click(screen.getByRole('checkbox', { name: 'Beta · EDC' }))
  const dialog = await findDialog('Configure Beta · EDC')
  await user.click(dialog.getByRole('combobox', { name: /^Domain/ }))
  await user.click(await screen.findByRole('option', { name: 'Main (https://e.org)' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(made).toEqual([{ tenantId: 't1', studyId: 'b', tenantUrlId: 'd1' }]))

  await user.click(await screen.findByRole('button', { name: 'Configure Alpha · EDC' }))
  const edit = await findDialog('Configure Alpha · EDC')
  const address = edit.getByRole('textbox', { name: /^Request address/ })
  expect(address).toHaveProperty('value', 'https://roles.example.org')
  await user.type(address, '/v2{Enter}')
  await waitFor(() =>
    expect(changed).toMatchObject([{ version: 3, roleApiRequest: 'https://roles.example.org/v2' }]),
  )

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('checkbox', { name: 'Alpha · EDC' }))
  const question = within(await screen.findByRole('dialog'))
  expect(removed).toEqual([])
  await user.click(question.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(removed).toEqual(['b1']))
})

it('opens the dialog of the study that the address names', async () => {
  openConsole('/index/projectManager/softAllowed?tenant=t1&study=b')
  await findDialog('Configure Beta · EDC')
  expect(filters[0]).toEqual({ tenantId: 't1', id: ['b'] })
})
