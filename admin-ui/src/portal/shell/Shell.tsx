import { type ReactNode, useEffect, useRef, useState } from 'react'
import { WEB_CODES } from '../../shared/constants'
import { focusMain } from '../../shared/focus'
import { useLocale } from '../../shared/i18n'
import { type UserInfo, type UserSoftware, userInfo, userSoftware } from '../../shared/session'
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

/** Web codes of what the person may open, as far as that is known. */
const codesOf = (user: UserInfo | null, software: readonly UserSoftware[]): string[] => [
  ...(user && user.menuList.length > 0 ? [WEB_CODES.account] : []),
  ...software.map(({ webCode }) => webCode),
]

/** The frame of the inner pages: it stays while they change. */
export function Shell({ place, software: within, subsystem, children }: ShellProps) {
  const locale = useLocale()
  const [user, setUser] = useState<UserInfo | null>(null)
  const [software, setSoftware] = useState<UserSoftware[]>([])
  const shown = useRef(place.path)

  // biome-ignore lint/correctness/useExhaustiveDependencies: names come in the language in use.
  useEffect(() => {
    let wanted = true
    // The page asks the same, and says so where it fails: the bar then goes without what failed, and
    // without nothing else.
    const failed = () => undefined
    userInfo().then((known) => wanted && setUser(known), failed)
    userSoftware().then((known) => wanted && setSoftware(known), failed)
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
        user={user}
        insideSoftware={within !== undefined}
        help={helpPages(within ?? null, codesOf(user, software))}
        onNavigate={navigate}
        {...(subsystem && { subsystem })}
      />
      {children}
    </>
  )
}
