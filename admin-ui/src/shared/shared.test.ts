import { http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { freshBrowser, ok, refused, server, setCookie, surroundings } from '../../test/browser'
import { all as helpTexts } from '../portal/help/texts'
import { all as notFoundTexts } from '../portal/notFound/texts'
import { all as setUpTexts } from '../portal/setUp/texts'
import { all as softTexts } from '../portal/soft/texts'
import { contrast, luminance, readableAccent } from './accent'
import { HEIGHTS, WIDTHS } from './constants'
import { noteRenewal, onSessionExpired, renewalCount, waitForSession } from './expiry'
import { leaveHint, readHint } from './helperCookie'
import { getLocale, setLocale, t } from './i18n'
import { en } from './i18n/en'
import { zh } from './i18n/zh'
import { sizeClass, watchLayoutSize } from './layoutSize'
import { changeProblems, passwordProblem } from './newPassword'
import { seal } from './password'
import { askAhead, forget, marker, userInfo, watchOtherTabs } from './session'
import { avatarColour, avatarText } from './shell/Avatar'
import { helpPages } from './shell/help'
import { all as shellTexts } from './shell/texts'
import { allowHtml } from './trustedTypes'

freshBrowser()

describe('the user, asked for ahead', () => {
  /** Answers as given, then with a user; tells how often it was asked. */
  function asked(...first: ReturnType<typeof ok>[]): () => number {
    let times = 0
    const path = '/api/sys/user/info'
    server.use(http.get(path, () => first[times++] ?? ok({ userName: 'lin' })))
    forget()
    return () => times
  }

  it('is asked for once, whoever needs them', async () => {
    const times = asked()
    setCookie('cardea_marker=1')
    askAhead()
    expect((await Promise.all([userInfo(), userInfo()])).map((it) => it.userName)).toEqual([
      'lin',
      'lin',
    ])
    expect(times()).toBe(1)
  })

  it('is asked for again where that failed, and not at all without a session', async () => {
    const times = asked(refused('503', 'busy'))
    askAhead()
    expect(times()).toBe(0)
    setCookie('cardea_marker=1')
    askAhead()
    expect((await userInfo()).userName).toBe('lin')
    expect(times()).toBe(2)
  })
})

describe('texts', () => {
  const tables = {
    shared: { zh, en },
    shell: shellTexts,
    help: helpTexts,
    notFound: notFoundTexts,
    soft: softTexts,
    setUp: setUpTexts,
  }
  it.each(Object.entries(tables))(
    '%s: both languages have the same keys and arguments',
    (_, table) => {
      expect(Object.keys(table.en).sort()).toEqual(Object.keys(table.zh).sort())
      const args = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
      for (const [key, text] of Object.entries(table.zh)) {
        const other = (table.en as Record<string, string>)[key] ?? ''
        expect([key, args(other)]).toEqual([key, args(text)])
        expect([key, other.trim() !== '' && text.trim() !== '']).toEqual([key, true])
      }
    },
  )

  it('fill arguments, switch at once, are remembered and mark the document', () => {
    expect(t('field.blank', { field: t('field.userName') })).toBe('用户名不能为空')
    setLocale('en')
    expect(t('field.blank', { field: t('field.userName') })).toBe('User name cannot be empty')
    expect(document.documentElement.lang).toBe('en')
    expect(localStorage.getItem('cardea.language')).toBe('en')
    setLocale('fr')
    expect(getLocale()).toBe('en')
  })
})

describe('the password rule', () => {
  it.each([
    ['', 'password.newBlank'],
    ['Abcdef1', 'password.rule'],
    ['Abcdefg12', null],
    ['Abcdefgh', 'password.rule'],
    ['abcdefg12', 'password.rule'],
    ['ABCDEFG12', 'password.rule'],
    ['Abcdefg12!', 'password.rule'],
    ['Abcdefg 12', 'password.rule'],
    ['Abcdefgh12345678', null],
    ['Abcdefgh123456789', 'password.rule'],
    ['Äbcdefgh1', 'password.rule'],
  ])('%s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  })

  it('asks for all three fields, a new password and an equal repetition', () => {
    expect(changeProblems({ current: '', next: '', again: '' })).toEqual({
      current: 'password.enterCurrent',
      next: 'password.newBlank',
      again: 'password.confirmBlank',
    })
    expect(changeProblems({ current: 'Abcdefg12', next: 'Abcdefg12', again: 'x' })).toEqual({
      next: 'password.same',
      again: 'password.mismatch',
    })
    expect(changeProblems({ current: 'x', next: 'Abcdefg12', again: 'Abcdefg12' })).toEqual({})
    expect(changeProblems({ current: null, next: 'Abcdefg12', again: 'Abcdefg12' })).toEqual({})
  })
})

describe('sealing a password', () => {
  it('makes a JWE that the server’s key opens, with its time and a fresh nonce', async () => {
    const { compactDecrypt, exportJWK, generateKeyPair } = await import('jose')
    const pair = await generateKeyPair('RSA-OAEP-256', { extractable: true })
    const jwk = await exportJWK(pair.publicKey)
    const key = { kid: 'k1', alg: 'RSA-OAEP-256', enc: 'A256GCM', now: 1_700_000_000_000 }
    server.use(
      http.get('/api/sys/publicKey', () =>
        ok({ ...key, jwk: { kty: 'RSA', n: jwk.n, e: jwk.e } } as never),
      ),
    )
    const open = async (sealed: string) => {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, pair.privateKey)
      return { protectedHeader, ...JSON.parse(new TextDecoder().decode(plaintext)) }
    }
    const [one, two] = await Promise.all(
      [seal('Päss词Word1'), seal('Päss词Word1')].map(async (s) => open(await s)),
    )
    expect(one).toMatchObject({
      password: 'Päss词Word1',
      ts: key.now,
      protectedHeader: { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'k1' },
    })
    expect(one?.nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(one?.nonce).not.toBe(two?.nonce)
  })
})

describe('waiting for a session', () => {
  it('does not open the modal for an answer that is older than the last sign-in', async () => {
    const asked = vi.fn(() => Promise.resolve())
    const stop = onSessionExpired(asked)
    const sentAt = renewalCount()
    noteRenewal()
    await waitForSession('402', sentAt)
    expect(asked).not.toHaveBeenCalled()
    stop()
  })
})

describe('avatars', () => {
  it('take colour from the first and text from the last character', () => {
    expect(avatarColour('A')).toBe((65 % 6) + 1)
    expect(avatarColour('林伟')).toBe(('林'.charCodeAt(0) % 6) + 1)
    expect(avatarColour('')).toBe(1)
    expect(avatarText('林伟')).toBe('伟')
    expect(avatarText(' Lin Wei ')).toBe('i')
    expect(avatarText('王𠮷')).toBe('𠮷')
    expect(avatarText('')).toBe('')
  })
})

describe('other tabs', () => {
  const token = () => localStorage.getItem('cardea.token')

  it('hear of a sign-in and a sign-out that only the server made', () => {
    watchOtherTabs()()
    expect(token()).toBeNull()
    setCookie('cardea_marker=m1')
    watchOtherTabs()()
    expect(token()).toBe('m1')
    setCookie('cardea_marker=; max-age=0')
    watchOtherTabs()()
    const out = token()
    expect(out).toMatch(/^out-/)
    watchOtherTabs()()
    expect(token()).toBe(out)
  })
})

describe('hints in cookies', () => {
  it('are read as they were left, until they end', async () => {
    server.use(...surroundings)
    await leaveHint('cardea_x', { t: 'a; b=c', n: '林' }, 60)
    expect(await readHint('cardea_x')).toEqual({ t: 'a; b=c', n: '林' })
    expect(await readHint('cardea')).toBeNull()
    await leaveHint('cardea_x', {}, 0)
    expect(await readHint('cardea_x')).toBeNull()
  })

  it.each(['', '1', 'null', '[]', '{', '%7B%22t%22%3A1%7D', '%', '~x'])(
    '%j is none of ours',
    async (value) => {
      setCookie(`cardea_x=${value}`)
      expect(await readHint('cardea_x')).toBeNull()
    },
  )
})

describe('help', () => {
  it('offers the manual of the current software, else of every software the user has', () => {
    expect(helpPages('020', ['030'])).toEqual(['helpCommon', 'helpEDC'])
    expect(helpPages(null, ['030', '00'])).toEqual(['helpCommon', 'helpAccount', 'helpRTSM'])
    expect(helpPages(null, [])).toEqual(['helpCommon'])
  })
})

describe('size classes', () => {
  it('count the limits reached', () => {
    const classes = [0, 299, 300, 1023, 1024, 1600, 9999].map((px) => sizeClass(px, WIDTHS))
    expect(classes).toEqual([0, 0, 1, 5, 6, 8, 8])
    expect([479, 480, 1200].map((px) => sizeClass(px, HEIGHTS))).toEqual([0, 1, 5])
  })

  it('stand on the body and tell their changes', () => {
    const told: number[] = []
    const listen = (event: Event) => told.push((event as CustomEvent<number>).detail)
    window.addEventListener('cardea:width-class', listen)
    const was = window.innerWidth
    window.innerWidth = 1440
    const stop = watchLayoutSize()
    window.innerWidth = 390
    window.dispatchEvent(new Event('resize'))
    window.dispatchEvent(new Event('resize'))
    expect(told).toEqual([7, 1])
    expect(document.body.classList).toContain('width-1')
    expect(document.body.classList).not.toContain('width-7')
    stop()
    window.innerWidth = was
    window.removeEventListener('cardea:width-class', listen)
  })
})

describe('a brand colour', () => {
  it.each(['#ffee00', '#000000', '#ffffff', '#1f5fbf', '#c8102e', '#b3261e'])(
    '%s stays readable',
    (colour) => {
      // Surface, raised surface (tokens.css), and a chosen row (Material UI's `action.selected` on it).
      for (const [theme, ...grounds] of [
        ['light', '#ffffff', '#ebebeb'],
        ['dark', '#152027', '#1a272f', '#3a4449'],
      ] as const) {
        const made = readableAccent(colour, theme)
        const accent = luminance(made?.accent ?? '')
        for (const ground of grounds) {
          expect(contrast(accent, luminance(ground)), ground).toBeGreaterThanOrEqual(4.5)
        }
        expect(contrast(accent, luminance(made?.onAccent ?? ''))).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  it('is ignored when it is none', () => {
    expect(readableAccent('red;}', 'light')).toBeNull()
  })
})

describe('the browser', () => {
  it('reloads when another tab signs in or out, and only then', () => {
    const reload = vi.fn()
    const stop = watchOtherTabs(reload)
    const tell = (key: string, oldValue: string | null, newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
    tell('cardea.language', 'zh', 'en')
    tell('cardea.token', 'a', 'a')
    expect(reload).not.toHaveBeenCalled()
    tell('cardea.token', 'a', 'b')
    expect(reload).toHaveBeenCalledTimes(1)
    stop()
  })

  it('does not reload where it hears late of the sign-in that it stands on', () => {
    setCookie('cardea_marker=m2')
    const reload = vi.fn()
    const stop = watchOtherTabs(reload)
    const tell = (oldValue: string | null, newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key: 'cardea.token', oldValue, newValue }))
    tell('m1', 'm2')
    expect(reload).not.toHaveBeenCalled()
    tell('m2', null)
    expect(reload).toHaveBeenCalledTimes(1)
    stop()
  })

  it('has no marker without a session', () => {
    expect(marker()).toBeNull()
  })

  it('lets no HTML through but the zero-width space', () => {
    expect(allowHtml('&#8203;')).toBe('&#8203;')
    for (const html of ['', '<b>x</b>', '&#8203;<img>']) {
      expect(() => allowHtml(html)).toThrow(TypeError)
    }
  })
})
