import type { ReactNode } from 'react'
import { rememberProject } from '../../shared/cachedUser'
import { WEB_CODES } from '../../shared/constants'
import { t } from '../../shared/i18n'
import type { UserSoftware } from '../../shared/session'
import { Icon } from '../../shared/shell'
import { rememberEdc, rememberOpened } from './edcLink'
import css from './soft.module.css'
import type { UserStudy } from './studies'
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

interface CardProps {
  /** Web code of the system; its name where the code is none that people know. */
  short: string
  title: string
  lines: readonly (string | null)[]
  /** The tenant. */
  place: string
  /** What it is called by those who only hear the link. */
  label: string
  url: string | null
  /** What to say where there is no address. */
  closed: string
  /** Something to know about this one among the others. */
  mark?: string | undefined
  onOpen?: (() => void) | undefined
}

/** Something to open; the whole card is the link. */
function Card(props: CardProps) {
  const { short, title, lines, place, label, url, closed, mark, onOpen } = props
  const href = launchable(url)
  const inner = (
    <>
      <span className={css.badge} aria-hidden="true">
        {SHORT[short] ?? short.slice(0, 4)}
      </span>
      <span className={css.texts}>
        <strong>{title}</strong>
        {lines.map((line) => line && <span key={line}>{line}</span>)}
        <span className={css.tenant}>{place}</span>
        {mark && <span className={css.mark}>{mark}</span>}
      </span>
    </>
  )
  if (!href) {
    return (
      <li className={`${css.card} ${css.closed}`}>
        {inner}
        <span className={css.note}>{closed}</span>
      </li>
    )
  }
  return (
    <li>
      <a
        className={css.card}
        href={href}
        aria-label={label}
        aria-description={mark}
        onClick={onOpen}
      >
        {inner}
        <span className={css.go} aria-hidden="true">
          <Icon name="arrow" />
        </span>
      </a>
    </li>
  )
}

interface SoftwareCardProps {
  software: UserSoftware
  /** The tenant has the system at several domains: their names tell them apart. */
  several?: boolean
  mark?: string | undefined
}

/** One system in one tenant. */
export function SoftwareCard({ software, several = false, mark }: SoftwareCardProps) {
  const { softwareName, tenantId, tenantName, webCode, urlName } = software
  const place = several && urlName ? `${tenantName} · ${urlName}` : tenantName
  return (
    <Card
      short={webCode in SHORT ? webCode : softwareName}
      title={softwareName}
      lines={[has(webCode) ? say(webCode) : null]}
      place={place}
      label={say('openNamed', { software: softwareName, tenant: place })}
      url={software.launchUrl}
      closed={say('noUrl')}
      mark={mark}
      onOpen={() => {
        void rememberOpened(webCode, tenantId)
        if (webCode === WEB_CODES.edc) void rememberEdc(tenantId)
      }}
    />
  )
}

/** One study in one system. */
export function StudyCard({ study }: { study: UserStudy }) {
  const { studyName, studyCode, tenantName, webCode } = study
  return (
    <Card
      short={webCode}
      title={studyName}
      lines={[studyCode]}
      place={tenantName}
      label={say('openStudy', { study: studyName, code: studyCode })}
      url={study.launchUrl}
      closed={say('noStudyUrl')}
      onOpen={() => {
        void rememberOpened(webCode, study.tenantId, study.id)
        void rememberProject(study.id).catch(() => undefined)
      }}
    />
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
