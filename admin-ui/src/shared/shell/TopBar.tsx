import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useBranding } from '../branding'
import { rememberUser } from '../cachedUser'
import { t, useLocale } from '../i18n'
import { leave, type UserInfo } from '../session'
import { useThemeChoice } from '../theme'
import { Avatar } from './Avatar'
import type { HelpPage } from './help'
import { Icon } from './Icon'
import { Mark } from './Mark'
import { Menu, type MenuEntry } from './Menu'
import { LanguageMenu, themeEntries } from './Preferences'
import css from './shell.module.css'
import { t as say } from './texts'

// Few visits need them, and they are more than the bar.
const ChangePasswordDialog = lazy(() => import('./ChangePasswordDialog'))
const PersonalInfoDialog = lazy(() => import('./PersonalInfoDialog'))
const SignOutDialog = lazy(() => import('./SignOutDialog'))

export interface TopBarProps {
  /** Null while it is being loaded: the bar then has no user menu. */
  user: UserInfo | null
  /** Name of the part the person is in, after the system's name. */
  subsystem?: string
  /** Inside a software: the exit menu offers the way back to the workbench. */
  insideSoftware?: boolean
  /** Manuals to offer, from `helpPages`; without any there is no help menu. */
  help?: readonly HelpPage[]
  /** Stands first, for example the button that folds the side menu. */
  leading?: ReactNode
  /** Stands beside the name: what searches the whole part. */
  search?: ReactNode
  /** How to go to an address of this entry; the default loads it. */
  onNavigate?: (path: string) => void
}

const WORKBENCH = '/softIndex'
const CONSENTS = '/account/consents'
const SECURITY = '/account/security'
type Open = 'personal' | 'password' | 'signOut' | null

/** The top bar of every inner page, portal and console alike. */
export function TopBar(props: TopBarProps) {
  useLocale()
  const { user, subsystem, leading, onNavigate = leave } = props
  const { systemAbbr } = useBranding()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const fullName = user?.fullName
  useEffect(() => {
    if (fullName) rememberUser(fullName).catch(() => undefined)
  }, [fullName])

  const goHome = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onNavigate(WORKBENCH)
  }
  return (
    <header className={css.bar}>
      {leading}
      <a
        className={css.home}
        href={WORKBENCH}
        onClick={goHome}
        aria-label={say('home', { name: systemAbbr })}
      >
        <Mark />
        {systemAbbr}
      </a>
      {subsystem && <span className={css.subsystem}>{subsystem}</span>}
      {props.search}
      <BarMenus {...props} onNavigate={onNavigate} onOpen={setOpen} />
      <Suspense>
        {user && open === 'personal' && <PersonalInfoDialog user={user} onClose={close} />}
        {user && open === 'password' && (
          <ChangePasswordDialog
            userName={user.userName}
            returnTo={location.pathname + location.search}
            onClose={close}
          />
        )}
        {open === 'signOut' && <SignOutDialog onClose={close} />}
      </Suspense>
    </header>
  )
}

interface BarMenusProps extends TopBarProps {
  onNavigate: (path: string) => void
  onOpen: (dialog: Open) => void
}

function BarMenus({ user, help = [], insideSoftware, onNavigate, onOpen }: BarMenusProps) {
  const choice = useThemeChoice()
  const helpEntries = help.map(
    (page): MenuEntry => ({
      key: page,
      label: t(`help.${page}`),
      href: `/${page}`,
    }),
  )
  const userEntries: MenuEntry[] = [
    { key: 'personal', label: say('personal'), onSelect: () => onOpen('personal') },
    { key: 'password', label: say('passwordChange'), onSelect: () => onOpen('password') },
    { key: 'security', label: t('account.title'), onSelect: () => onNavigate(SECURITY) },
    { key: 'consents', label: t('consents.title'), onSelect: () => onNavigate(CONSENTS) },
    ...themeEntries(choice),
  ]
  const exitEntries: MenuEntry[] = [
    ...(insideSoftware
      ? [{ key: 'back', label: say('workbench'), onSelect: () => onNavigate(WORKBENCH) }]
      : []),
    { key: 'out', label: say('signOut'), onSelect: () => onOpen('signOut') },
  ]
  const links = (user?.links ?? []).map(
    ({ name, url }): MenuEntry => ({ key: url, label: name, href: url }),
  )
  return (
    <div className={css.tools}>
      {links.length > 0 && (
        <Menu label={say('links')} entries={links}>
          <Icon name="arrow" />
        </Menu>
      )}
      <LanguageMenu />
      {helpEntries.length > 0 && (
        <Menu label={say('help')} entries={helpEntries}>
          <Icon name="help" />
        </Menu>
      )}
      {user && (
        <Menu label={say('user', { name: user.fullName })} entries={userEntries}>
          <Avatar name={user.fullName} />
          <span className={css.userName}>{user.fullName}</span>
        </Menu>
      )}
      <Menu label={say('exit')} entries={exitEntries}>
        <Icon name="exit" />
      </Menu>
    </div>
  )
}
