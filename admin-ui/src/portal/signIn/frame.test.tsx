import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshBrowser, ok, server, surroundings } from '../../../test/browser'
import { openPortal, signIn } from '../../../test/portal'
import { setLocale } from '../../shared/i18n'

freshBrowser()

const LOGO = 'data:image/png;base64,AA=='
const NAMES = {
  title: 'Brand',
  systemName: 'Brand system',
  systemAbbr: 'Brand',
  accent: null,
}

/** The brand is asked for once a language: in Chinese it has everything, in English nothing. */
const BRANDS: Record<string, object> = {
  zh: { ...NAMES, logo: LOGO, copyright: '© 2026 仁和医药', filing: '沪ICP备00000000号-1' },
  en: { ...NAMES, logo: null, copyright: '', filing: null },
}

const branding = http.get('/api/sys/branding', ({ request }) =>
  ok(BRANDS[request.headers.get('Accept-Language') ?? ''] as never),
)
beforeEach(() => {
  server.use(...surroundings)
  server.use(branding)
})

const logo = () => document.querySelector(`aside img[src="${LOGO}"]`)
const foot = () => screen.getByRole('contentinfo')

describe('the brand of the deployment', () => {
  it.each(['/signIn/index', '/forget', '/setUp'])('stands whole at %s', async (address) => {
    openPortal(address)
    expect(await screen.findByText('Brand system')).toBeVisible()
    expect(within(foot()).getByText('© 2026 仁和医药')).toBeVisible()
    expect(within(foot()).getByText('沪ICP备00000000号-1')).toBeVisible()
    expect(logo()).toBeVisible()
    // The name stands beside it.
    expect(logo()).toHaveAttribute('alt', '')
  })

  // Section 2 has logo and short name in the bar of inner pages; texts at the foot it has nowhere there.
  it('is the logo and the short name on inner pages', async () => {
    signIn(
      branding,
      http.get('/api/tenant/combobox', () => ok([])),
    )
    openPortal('/softIndex')
    const home = await screen.findByRole('link', { name: 'Brand，返回工作台' })
    expect(home.querySelector('img')).toHaveAttribute('src', LOGO)
    expect(home).toHaveTextContent('Brand')
    await screen.findByRole('heading', { level: 1 })
    expect(document.body).not.toHaveTextContent(/© 2026 仁和医药|沪ICP备/)
  })

  it('leaves no gap where it has no logo and no texts', async () => {
    openPortal('/signIn/index')
    await waitFor(() => expect(logo()).not.toBeNull())
    act(() => setLocale('en'))
    await waitFor(() => expect(foot()).toBeEmptyDOMElement())
    expect(logo()).toBeNull()
    expect(document.querySelector('aside svg')).not.toBeNull()
  })
})
