import { constants, deflateRawSync } from 'node:zlib'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { chooseMore, openConsole, watchDownloads } from '../../../testing'
import { startUsers } from './fixtures'

const server = startUsers()

/** The beginning of a zip with a CSV of so many rows. */
function beginning(rows: number): Uint8Array {
  const header = new Uint8Array(30)
  const view = new DataView(header.buffer)
  view.setUint16(8, 8, true)
  view.setUint16(26, 1, true)
  const csv = deflateRawSync(`Name\r\n${'A\r\n'.repeat(rows)}`, {
    finishFlush: constants.Z_SYNC_FLUSH,
  })
  return Uint8Array.from([...header, 0x61, ...csv])
}

/** An export that sends what it is told to. */
function sending() {
  let sender: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sender = controller
    },
  })
  server.use(
    http.post(
      '/api/admin/users/export',
      () => new HttpResponse(body, { headers: { 'X-Total-Count': '2000' } }),
    ),
  )
  return {
    send: (part: Uint8Array) => sender?.enqueue(part),
    end: () => sender?.close(),
  }
}

const saved = watchDownloads()

describe('an export that takes its time', () => {
  it('shows how many rows are here, and then what has come of the workbook', async () => {
    const { send, end } = sending()
    const { user } = openConsole('/index/systemManger/user')
    await chooseMore(user, 'Export all')
    const bar = await screen.findByRole('progressbar', { name: 'Exporting users' })
    expect(bar.getAttribute('aria-valuetext')).toBe('Preparing the file')
    const said = () => screen.getByRole('progressbar').getAttribute('aria-valuetext')
    send(beginning(500))
    // How far it is becomes known with the part behind it.
    await waitFor(() => {
      send(new Uint8Array())
      expect(said()).toBe('500 of 2,000 users')
    })
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    send(deflateRawSync('A\r\n'.repeat(1500), { finishFlush: constants.Z_SYNC_FLUSH }))
    await waitFor(() => {
      send(new Uint8Array())
      expect(said()).toBe('1 kB received')
    })
    expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false)
    end()
    await screen.findByText('The file is in your downloads.')
    expect(saved).toHaveLength(1)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More actions' })),
    )
  })

  it('is cancelled by keyboard, and saves nothing', async () => {
    const { send } = sending()
    const { user } = openConsole('/index/systemManger/user')
    await chooseMore(user, 'Export all')
    send(beginning(500))
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    await user.keyboard('{Enter}')
    await screen.findByText('The export was cancelled.')
    expect(saved).toEqual([])
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})
