import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { openConsole, startConsole, taking } from '../../../testing'

const server = startConsole()
const PATH = '/api/admin/security-strategy/1'
const strategy = { id: '1', version: 1, validityTime: 20, expiredDay: 90, remindDay: 7 }

it('changes when people are signed out, with what is suggested', async () => {
  server.use(http.get(PATH, () => HttpResponse.json(strategy)))
  const changed = taking(server, 'put', PATH, { ...strategy, version: 2, validityTime: 0 })
  const { user } = openConsole('/index/software/safeStrategyManage')
  const time = await screen.findByRole('spinbutton', { name: /^Sign-out time/ })
  screen.getByText('30 minutes are suggested. 0 never signs anybody out.')
  screen.getByText('7 days are suggested.')
  await user.clear(time)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Please enter the sign-out time')
  expect(changed).toEqual([])
  await user.type(time, '0{Enter}')
  await waitFor(() =>
    expect(changed).toEqual([{ version: 1, validityTime: 0, expiredDay: 90, remindDay: 7 }]),
  )
})
