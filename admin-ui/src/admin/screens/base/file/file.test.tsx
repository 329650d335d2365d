import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { openConsole, refusal, serveList, startConsole, watchDownloads } from '../../../testing'

const server = startConsole()
const saved = watchDownloads()

type File = Schemas['ListedFile']

const file = (id: string, more: Partial<File>): File => ({
  nodeId: id,
  id,
  fileName: `${id}.zip`,
  fileSize: 1_500_000,
  fileSizeStr: '1.5 MB',
  purpose: 'export',
  mediaType: 'application/zip',
  sha256: 'ab'.repeat(32),
  softId: null,
  softName: '',
  tenantId: null,
  createdBy: 'u1',
  createTime: '2026-01-02T03:04:05.000Z',
  expiresAt: '2026-01-09T03:04:05.000Z',
  ...more,
})

const FILES = [
  file('people', {}),
  file('edc', { purpose: 'plugin', softId: 'edc', softName: 'EDC', expiresAt: null }),
]

const serve = () =>
  serveList(
    server,
    '/api/admin/files',
    FILES,
    (row, { purpose }) => !purpose || row.purpose === purpose,
  )

const rowOf = async (name: string) => {
  const cell = await screen.findByRole('cell', { name })
  return within(cell.closest('tr') as HTMLElement)
}

beforeEach(() => {
  server.use(
    http.get('/api/admin/tenant-software/choices', () =>
      HttpResponse.json([{ id: 'edc', softwareName: 'EDC' }]),
    ),
  )
})

describe('the files', () => {
  it('says what each is, how large, of which system and until when', async () => {
    const { asked } = serve()
    const { user } = openConsole('/index/base/file')
    const people = await rowOf('people.zip')
    expect(people.getByText('1.5 MB').getAttribute('title')).toBe(`SHA-256 ${'ab'.repeat(32)}`)
    expect(people.getByText('Export')).toBeDefined()
    expect(people.getByText('Account centre')).toBeDefined()
    const bundle = await rowOf('edc.zip')
    expect(bundle.getByText('Plugin bundle')).toBeDefined()
    expect(bundle.getByText('EDC')).toBeDefined()
    expect(bundle.getByText('Kept')).toBeDefined()
    expect(asked[0]).toEqual({ sort: '["createTime","DESC"]', filter: {} })
    await user.click(screen.getByRole('combobox', { name: 'Kind' }))
    await user.click(await screen.findByRole('option', { name: 'Plugin bundle' }))
    await waitFor(() => expect(screen.queryByText('people.zip')).toBeNull())
  })

  it('saves a file under its name, and says why it could not', async () => {
    serve()
    const wanted: string[] = []
    server.use(
      http.get('/api/admin/files/download', ({ request }) => {
        wanted.push(new URL(request.url).search)
        return wanted.length === 1
          ? HttpResponse.text('octets')
          : refusal(404, { code: 'not_found', message: 'There is no such record' })
      }),
    )
    const { user } = openConsole('/index/base/file')
    const row = await rowOf('people.zip')
    const button = row.getByRole('button', { name: 'Download: people.zip' })
    await user.click(button)
    await waitFor(() => expect(saved).toEqual(['people.zip']))
    expect(wanted).toEqual(['?nodeId=people&fileName=people.zip'])
    await user.click(button)
    expect(await screen.findByText('There is no such record')).toBeDefined()
    expect(saved).toHaveLength(1)
  })
})
