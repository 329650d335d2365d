import type { ReactNode } from 'react'
import { t } from '../../shared/i18n'
import { Button, FormAlert } from '../../shared/shell'
import { Skeleton } from './Cards'
import css from './soft.module.css'
import type { Loading } from './useLoaded'

interface FrameProps<T> {
  loading: Loading<T>
  children: (value: T) => ReactNode
}

/** A page of the workbench: what was loaded, its outline until then, or what went wrong. */
export function Frame<T>({ loading: { value, problem, retry }, children }: FrameProps<T>) {
  return (
    <main className={css.page}>
      {problem && (
        <div className={css.problem}>
          <FormAlert text={problem} />
          <Button onClick={retry}>{t('common.retry')}</Button>
        </div>
      )}
      {!problem && (value === null ? <Skeleton /> : children(value))}
    </main>
  )
}
