import type { ReactNode } from 'react'
import { WEB_CODES } from '../../shared/constants'
import { t } from '../../shared/i18n'
import type { UserSoftware } from '../../shared/session'
import { Icon } from '../../shared/shell'
import { rememberEdc } from './edcLink'
import css from './soft.module.css'
import { has, t as say } from './texts'

/** Three or four letters that people know a system by. */
const SHORT: Readonly<Record<string, string>> = {
  '00': 'ACC',
  '020': 'EDC',
  '030': 'RTSM',
  '040': 'CTMS',
  '070': 'eTMF',
  '101': 'IGCP',
}

/** Only web addresses are opened: a launch address is data, and could be `javascript:`. */
export function launchable(url: string | null): string | null {
  if (!url) return null
  try {
    const { protocol } = new URL(url, location.origin)
    return protocol === 'https:' || protocol === 'http:' ? url : null
  } catch {
    return null
  }
}

interface SoftwareCardProps {
  software: UserSoftware
  /** Something to know about this one among the others. */
  mark?: string | undefined
}

/** One system in one tenant; the whole card is the link. */
export function SoftwareCard({ software, mark }: SoftwareCardProps) {
  const { softwareName, tenantId, tenantName, webCode } = software
  const href = launchable(software.launchUrl)
  const inner = (
    <>
      <span className={css.badge} aria-hidden="true">
        {SHORT[webCode] ?? softwareName.slice(0, 4)}
      </span>
      <span className={css.texts}>
        <strong>{softwareName}</strong>
        {has(webCode) && <span>{say(webCode)}</span>}
        <span className={css.tenant}>{tenantName}</span>
        {mark && <span className={css.mark}>{mark}</span>}
      </span>
    </>
  )
  if (!href) {
    return (
      <li className={`${css.card} ${css.closed}`}>
        {inner}
        <span className={css.note}>{say('noUrl')}</span>
      </li>
    )
  }
  return (
    <li>
      <a
        className={css.card}
        href={href}
        aria-label={say('openNamed', { software: softwareName, tenant: tenantName })}
        aria-description={mark}
        onClick={() => webCode === WEB_CODES.edc && rememberEdc(tenantId)}
      >
        {inner}
        <span className={css.go} aria-hidden="true">
          <Icon name="arrow" />
        </span>
      </a>
    </li>
  )
}

/** The way to the console, for people who have a menu there. */
export function AdminCard() {
  return (
    <li>
      <a className={css.card} href="/index" aria-label={say('enterAdmin')}>
        <span className={`${css.badge} ${css.admin}`} aria-hidden="true">
          <Icon name="settings" size={22} />
        </span>
        <span className={css.texts}>
          <strong>{say('admin')}</strong>
          <span>{say('adminText')}</span>
        </span>
        <span className={css.go} aria-hidden="true">
          <Icon name="arrow" />
        </span>
      </a>
    </li>
  )
}

/** Nothing to show, and what to do about it. */
export function Empty({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <section className={css.empty}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  )
}

/** The shape of what is coming. */
export function Skeleton() {
  return (
    <div role="status" aria-label={t('common.loading')} className={css.skeleton}>
      <span className={css.line} />
      <ul className={css.cards}>
        {[0, 1, 2].map((at) => (
          <li key={at} className={`${css.card} ${css.ghost}`} />
        ))}
      </ul>
    </div>
  )
}
