import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshBrowser, ok, refused, server, surroundings } from '../../../test/browser'
import { setLocale } from '../../shared/i18n'
import { App } from '../App'
import { all } from './texts'

freshBrowser()
beforeEach(() => server.use(...surroundings))

function open(answer: () => ReturnType<typeof refused>, address = '/checkEmail?key=k%2B1') {
  server.use(
    http.get('/api/account/email/valid', ({ request }) => {
      expect(new URL(request.url).searchParams.get('key')).toBe('k+1')
      return answer()
    }),
  )
  history.replaceState(null, '', address)
  render(<App />)
  return userEvent.setup({ delay: null })
}

const good = () => ok({ email: 'lin@example.org', userName: 'lin.wei' })

describe('the verification of an e-mail address', () => {
  it('says whose address it is', async () => {
    open(good)
    expect(await screen.findByRole('heading', { name: '邮箱验证成功' })).toBeVisible()
    expect(screen.getByText('邮箱 lin@example.org 已确认属于账号 lin.wei。')).toBeVisible()
    expect(location.search).toBe('')
    expect(screen.getByRole('link', { name: '前往登录' })).toHaveAttribute('href', '/signIn')
    setLocale('en')
    expect(
      await screen.findByRole('heading', { name: 'The e-mail address is verified' }),
    ).toBeVisible()
    expect(Object.values(all.en).join()).not.toMatch(/[\u4e00-\u9fff]/)
  })

  it('fails in the words of the server', async () => {
    open(() => refused('403', '验证链接无效或已过期'))
    expect(await screen.findByRole('heading', { name: '邮箱验证失败' })).toBeVisible()
    expect(screen.getByText('验证链接无效或已过期')).toBeVisible()
  })

  it('needs the link of the mail', async () => {
    open(() => refused('403', 'never asked'), '/checkEmail')
    expect(await screen.findByText('请打开验证邮件中的链接。')).toBeVisible()
  })

  it('can be tried again when the server did not answer', async () => {
    let up = false
    const user = open(() => (up ? good() : HttpResponse.error()) as never)
    const retry = await screen.findByRole('button', { name: '重试' })
    up = true
    await user.click(retry)
    await screen.findByRole('heading', { name: '邮箱验证成功' })
  })
})
