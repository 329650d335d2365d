import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { pathOfAddress } from '../routes'
import { Icon, MenuIcon } from './Icon'
import type { MenuSection } from './menu'
import styles from './SideMenu.module.css'

interface SideMenuProps {
  sections: MenuSection[]
  collapsed: boolean
  onCollapse(collapsed: boolean): void
}

/** The side menu: one group open at a time, the current entry marked, folded to icons on demand. */
export function SideMenu({ sections, collapsed, onCollapse }: SideMenuProps) {
  const translate = useTranslate()
  const path = pathOfAddress(useLocation().pathname)
  const home = sections.find((section) => section.entries.some((entry) => entry.path === path))?.id
  // What was opened or folded holds until one goes to another group.
  const [chosen, choose] = useState<{ at: string | undefined; open: string | undefined }>()
  const open = chosen?.at === home ? chosen?.open : home

  const toggle = (id: string) => {
    if (collapsed) onCollapse(false)
    choose({ at: home, open: open === id && !collapsed ? undefined : id })
  }

  return (
    <nav
      className={styles.menu}
      data-collapsed={collapsed || undefined}
      aria-label={translate('cardea.layout.menu')}
    >
      <ul className={styles.groups}>
        {sections.map((section) => (
          <Group
            key={section.id}
            section={section}
            current={path}
            open={!collapsed && open === section.id}
            onToggle={() => toggle(section.id)}
          />
        ))}
      </ul>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={!collapsed}
        onClick={() => onCollapse(!collapsed)}
        title={translate(`cardea.layout.${collapsed ? 'expand' : 'collapse'}`)}
      >
        <Icon name={collapsed ? 'unfold' : 'fold'} />
        <span>{translate(`cardea.layout.${collapsed ? 'expand' : 'collapse'}`)}</span>
      </button>
    </nav>
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
        {section.entries.map((entry) => (
          <li key={entry.id}>
            <Link
              to={`/index/${entry.path}`}
              className={styles.entry}
              {...(entry.path === current ? { 'aria-current': 'page' as const } : {})}
            >
              <MenuIcon name={entry.icon} />
              <span>{entry.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}
