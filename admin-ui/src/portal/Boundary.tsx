import { Component, type ReactNode } from 'react'
import { t } from '../shared/i18n'
import { browser } from '../shared/session'
import { Button } from '../shared/shell'
import { Notice } from './notFound/Notice'

/** A mistake of ours shows a sentence and a way on, not an empty window. */
export class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <Notice title={t('error.loadTitle')} text={t('error.unexpected')}>
        <Button kind="main" onClick={() => browser.reload()}>
          {t('error.reload')}
        </Button>
      </Notice>
    )
  }
}
