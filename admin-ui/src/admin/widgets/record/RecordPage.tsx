import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, Suspense, useId } from 'react'
import { Loading, Title } from 'react-admin'
import { useAddress } from '../data/useAddress'
import styles from './RecordPage.module.css'

/** A part of the page, shown when it is chosen. */
export interface PageTab {
  key: string
  label: string
  content: ReactNode
}

interface RecordPageProps {
  /** What the record is called. */
  name: string
  facts: readonly (readonly [label: string, value: ReactNode])[]
  /** What can be done with the record, to edit it first. */
  acts: ReactNode
  tabs: readonly PageTab[]
}

/** A record to read: what it is, and tabs with what belongs to it. The tab is in the address. */
export function RecordPage({ name, facts, acts, tabs }: RecordPageProps) {
  const { params, choose } = useAddress()
  const asked = params.get('tab')
  const tab = tabs.find(({ key }) => key === asked) ?? tabs[0]
  const id = useId()
  return (
    <div className={styles.page}>
      <Title title={name} preferenceKey={false} />
      <header className={styles.head}>
        <Facts facts={facts} />
        <div className={styles.acts}>{acts}</div>
      </header>
      {tab && (
        <div>
          <Tabs
            value={tab.key}
            onChange={(_, tab: string) => choose({ tab }, { replace: true })}
            variant="scrollable"
            allowScrollButtonsMobile
            aria-label={name}
          >
            {tabs.map(({ key, label }) => (
              <Tab
                key={key}
                value={key}
                label={label}
                id={`${id}-${key}`}
                aria-controls={`${id}-panel`}
              />
            ))}
          </Tabs>
          <div
            role="tabpanel"
            id={`${id}-panel`}
            aria-labelledby={`${id}-${tab.key}`}
            className={styles.panel}
          >
            <Suspense key={tab.key} fallback={<Loading />}>
              {tab.content}
            </Suspense>
          </div>
        </div>
      )}
    </div>
  )
}

/** Facts by their labels; what is empty is left out. */
export function Facts({ facts }: Pick<RecordPageProps, 'facts'>) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
