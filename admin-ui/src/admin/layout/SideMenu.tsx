import Modal from '@mui/material/Modal'
import { memo, useEffect, useId, useRef } from 'react'
import { useStore, useTranslate } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { ConsoleLink } from '../router'
import { isHome, pathOfAddress } from '../routes'
import { useLater } from '../widgets/useLater'
import { Icon, MenuIcon } from './Icon'
import type { MenuEntry, MenuSection } from './menu'
import styles from './SideMenu.module.css'

interface SideMenuProps {
  sections: MenuSection[]
  collapsed: boolean
  onCollapse(collapsed: boolean): void
}

/** The side menu beside the page: folded to icons on demand. */
export const SideMenu = memo(function SideMenu({ sections, collapsed, onCollapse }: SideMenuProps) {
  const translate = useTranslate()
  const fold = translate(`cardea.layout.${collapsed ? 'expand' : 'collapse'}`)
  return (
    <nav
      className={styles.menu}
      data-collapsed={collapsed || undefined}
      aria-label={translate('cardea.layout.menu')}
    >
      <Groups sections={sections} collapsed={collapsed} onExpand={() => onCollapse(false)} />
      <button
        type="button"
        className={styles.fold}
        aria-expanded={!collapsed}
        onClick={() => onCollapse(!collapsed)}
        title={fold}
      >
        <Icon name={collapsed ? 'unfold' : 'fold'} />
        <span>{fold}</span>
      </button>
    </nav>
  )
})

interface MenuDrawerProps {
  sections: MenuSection[]
  open: boolean
  onClose(): void
}

/** The side menu of a narrow screen: over the page, until an entry is chosen. */
export function MenuDrawer({ sections, open, onClose }: MenuDrawerProps) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what it waits for.
  useEffect(() => onClose(), [pathname])
  return (
    <Modal open={open} onClose={onClose} className={styles.over ?? ''}>
      <nav className={styles.menu} aria-label={translate('cardea.layout.menu')}>
        <Groups sections={sections} collapsed={false} />
      </nav>
    </Modal>
  )
}

/** The button that opens it. */
export function MenuButton({ onOpen }: { onOpen(): void }) {
  const name = useTranslate()('cardea.layout.menu')
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={name}
      aria-haspopup="dialog"
      title={name}
      onClick={onOpen}
    >
      <Icon name="menu" />
    </button>
  )
}

interface GroupsProps {
  sections: MenuSection[]
  collapsed: boolean
  onExpand?(): void
}

/** Groups that are opened and closed each by itself, and stay so. The one of the current page is open. */
function Groups({ sections, collapsed, onExpand }: GroupsProps) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const path = pathOfAddress(pathname)
  const start = translate('cardea.layout.start')
  const home = sections.find((section) => section.entries.some((entry) => entry.path === path))?.id
  const [opened, setOpened] = useStore<Record<string, boolean>>('menu.opened', {})
  const isOpen = (id: string) => opened[id] ?? id === home
  const before = useRef(home)
  // The group of the current page is open by itself. That is not written while its page is the first: a browser takes
  // its time to write, and the page waits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: who closes the group that they are in keeps it closed.
  useEffect(() => {
    const left = before.current
    before.current = home
    const stays = left !== undefined && left !== home && opened[left] === undefined
    const opens = home !== undefined && opened[home] === false
    if (!(stays || opens)) return
    setOpened({ ...opened, ...(stays && { [left]: true }), ...(opens && { [home]: true }) })
  }, [home])
  const toggle = (id: string) => {
    onExpand?.()
    setOpened({ ...opened, [id]: collapsed || !isOpen(id) })
  }
  return (
    <ul className={styles.groups}>
      {sections.length > 0 && (
        <li>
          <ConsoleLink
            to="/index"
            className={styles.home}
            title={start}
            {...(isHome(pathname) ? { 'aria-current': 'page' as const } : {})}
          >
            <Icon name="home" />
            <span>{start}</span>
          </ConsoleLink>
        </li>
      )}
      {sections.map((section) => (
        <Group
          key={section.id}
          section={section}
          current={path}
          open={!collapsed && isOpen(section.id)}
          onToggle={() => toggle(section.id)}
        />
      ))}
    </ul>
  )
}

interface GroupProps {
  section: MenuSection
  current: string | undefined
  open: boolean
  onToggle(): void
}

function Group({ section, current, open, onToggle }: GroupProps) {
  const list = useId()
  const later = useLater()
  const here = section.entries.some((entry) => entry.path === current)
  return (
    <li>
      <button
        type="button"
        className={styles.group}
        aria-expanded={open}
        aria-controls={list}
        data-here={here || undefined}
        onClick={onToggle}
        title={section.name}
      >
        <MenuIcon name={section.icon} />
        <span>{section.name}</span>
        <Icon name="chevron" />
      </button>
      <ul id={list} className={styles.entries} hidden={!open}>
        {(open || later) &&
          section.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} current={entry.path === current} />
          ))}
      </ul>
    </li>
  )
}

interface EntryProps {
  entry: MenuEntry
  current: boolean
}

/** Another page draws two of dozens anew. */
const Entry = memo(function Entry({ entry, current }: EntryProps) {
  return (
    <li>
      <ConsoleLink
        to={`/index/${entry.path}`}
        className={styles.entry}
        {...(current ? { 'aria-current': 'page' as const } : {})}
      >
        <MenuIcon name={entry.icon} />
        <span>{entry.name}</span>
      </ConsoleLink>
    </li>
  )
})
