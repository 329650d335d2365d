import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { call } from '../../calls'
import { findDialog, refusal, renderInConsole, startConsole } from '../../testing'
import { ReasonInput } from './dialogInputs'
import { FormDialog } from './FormDialog'

const server = startConsole()

function open() {
  const onClose = vi.fn()
  const view = renderInConsole(
    <FormDialog
      resource="users"
      title="Lock"
      submit="Lock"
      danger
      fields={['reason']}
      act={({ reason }) =>
        call('POST /users/{id}/lock', { path: { id: 'u1' }, body: { reason: String(reason) } })
      }
      done={() => 'Locked'}
      onClose={onClose}
    >
      <ReasonInput label="Reason" helperText="Kept." />
    </FormDialog>,
  )
  return { onClose, ...view }
}

describe('a dialog that does something', () => {
  it('asks before what was typed is thrown away', async () => {
    const { user, onClose } = open()
    await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Left')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const question = await findDialog('Leave without saving?')
    expect(onClose).not.toHaveBeenCalled()
    await user.click(question.getByRole('button', { name: 'Leave without saving' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('closes at once where nothing is typed', async () => {
    const { user, onClose } = open()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('keeps what was typed when it is refused, at its field or above the buttons', async () => {
    server.use(
      http.post(
        '/api/admin/users/u1/lock',
        () => refusal(422, { message: 'Wrong', errors: { reason: 'too short' } }),
        { once: true },
      ),
      http.post('/api/admin/users/u1/lock', () => refusal(409, { message: 'Locked already' }), {
        once: true,
      }),
      http.post('/api/admin/users/u1/lock', () => HttpResponse.json({})),
    )
    const { user, onClose } = open()
    await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Left{Enter}')
    await screen.findByText('too short')
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), ' us{Enter}')
    await screen.findByText('Locked already')
    expect(screen.getByRole('textbox', { name: /Reason/ })).toHaveProperty('value', 'Left us')
    expect(onClose).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Lock' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })
})
