import { type ReactNode, useEffect, useRef, useState } from 'react'
import { WEB_CODES } from '../../shared/constants'
import { focusMain } from '../../shared/focus'
import { useLocale } from '../../shared/i18n'
import { type UserInfo, userInfo, userSoftware } from '../../shared/session'
import { helpPages, TopBar } from '../../shared/shell'
import { t } from '../../shared/shell/texts'
import { navigate, type Place } from '../router'
import css from './shell.module.css'

interface ShellProps {
  place: Place
  /** Web code of the software that the page belongs to; none on the portal's own pages. */
  software?: string | undefined
  /** That software's name, in the bar. */
  subsystem?: string | undefined
  /** The page: it brings its own `main`. */
  children: ReactNode
}

interface Account {
  user: UserInfo
  /** Web codes of what they may open. */
  owned: string[]
}

async function load(): Promise<Account> {
  const [user, software] = await Promise.all([userInfo(), userSoftware()])
  const administers = user.menuList.length > 0 ? [WEB_CODES.account] : []
  return { user, owned: [...administers, ...software.map(({ webCode }) => webCode)] }
}

/** The frame of the inner pages: it stays while they change. */
export function Shell({ place, software, subsystem, children }: ShellProps) {
  const locale = useLocale()
  const [account, setAccount] = useState<Account | null>(null)
  const shown = useRef(place.path)

  // biome-ignore lint/correctness/useExhaustiveDependencies: names come in the language in use.
  useEffect(() => {
    let wanted = true
    // The page asks the same, and says so where it fails: the bar then stays without the user.
    load().then(
      (known) => wanted && setAccount(known),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [locale])

  // Whoever reads by ear or walks by keyboard begins anew where the page does.
  useEffect(() => {
    if (shown.current === place.path) return
    shown.current = place.path
    focusMain()
  }, [place.path])

  return (
    <>
      <button type="button" className={css.skip} onClick={() => focusMain()}>
        {t('skip')}
      </button>
      <TopBar
        user={account?.user ?? null}
        insideSoftware={software !== undefined}
        help={helpPages(software ?? null, account?.owned ?? [])}
        onNavigate={navigate}
        {...(subsystem && { subsystem })}
      />
      {children}
    </>
  )
}
