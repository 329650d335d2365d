import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { openConsole, serveList, startConsole, watchToasts } from '../../../testing'

const server = startConsole()
const told = watchToasts()

const ADDRESS = '/index/software/publisher'
const KEY = `${'A'.repeat(43)}=`

const publisher = (name: string, rest: Partial<Schemas['Publisher']>): Schemas['Publisher'] => ({
  id: `id-${name}`,
  name,
  publicKey: KEY,
  shipped: false,
  webCodes: ['020', '030'],
  createdAt: '2026-01-01T00:00:00.000Z',
  revokedAt: null,
  ...rest,
})

const PUBLISHERS = [
  publisher('Cardea', { shipped: true }),
  publisher('Gone', { revokedAt: '2026-02-01T00:00:00.000Z' }),
  publisher('Vendor', {}),
]

const serve = () => serveList(server, '/api/admin/publishers', PUBLISHERS, () => true)

describe('publishers', () => {
  it('are revoked once somebody has read what that means, and only once', async () => {
    serve()
    const revoked: unknown[] = []
    server.use(
      http.post('/api/admin/publishers/:id/revoke', ({ params }) => {
        revoked.push(params.id)
        return HttpResponse.json(publisher('Vendor', { revokedAt: '2026-02-01T00:00:00.000Z' }))
      }),
    )
    const { user } = openConsole(ADDRESS)
    await screen.findByText('of this server')
    expect(screen.queryByRole('button', { name: 'Actions: Gone' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Actions: Vendor' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }))
    const question = await screen.findByRole('dialog', { name: 'Revoke Vendor?' })
    await user.click(within(question).getByRole('button', { name: 'Revoke' }))
    await screen.findByText('Vendor is no longer trusted.')
    expect(revoked).toEqual(['id-Vendor'])
    expect(told()).toBeNull()
  })

  it('are trusted with a key and the systems that they may serve', async () => {
    serve()
    const sent: unknown[] = []
    server.use(
      http.post('/api/admin/publishers', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(publisher('New', {}), { status: 201 })
      }),
    )
    const { user } = openConsole(`${ADDRESS}/create`)
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'New')
    const codes = screen.getByRole('textbox', { name: /^Systems/ })
    await user.type(codes, '020，x')
    await user.type(screen.getByRole('textbox', { name: /^Public key/ }), 'short')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Enter web codes of 2 to 8 digits')
    expect(screen.getByText('Enter the 44 characters of the key file')).toBeDefined()
    expect(sent).toEqual([])
    await user.clear(codes)
    await user.type(codes, '020，777')
    const key = screen.getByRole('textbox', { name: /^Public key/ })
    await user.clear(key)
    await user.type(key, ` ${KEY}`)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent).toEqual([{ name: 'New', publicKey: KEY, webCodes: ['020', '777'] }]),
    )
  })
})
