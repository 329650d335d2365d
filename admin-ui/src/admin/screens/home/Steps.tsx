import Button from '@mui/material/Button'
import type { Schemas } from '../../../shared/api'
import { ConsoleLink } from '../../router'
import { useText } from '../../widgets/data/useText'
import styles from './home.module.css'
import { listOf, makingOf } from './links'

type Step = Schemas['Step']

interface StepsProps {
  steps: Step[]
  /** Where they concern one tenant. */
  tenantId?: string | null
  /** Only the next is explained. */
  brief?: boolean
}

/** The steps in their order: what is done, and of what is missing the first in full. */
export function Steps({ steps, tenantId, brief = false }: StepsProps) {
  const next = steps.find(({ done, mayEdit }) => !done && mayEdit)
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <One key={step.name} {...{ step, tenantId, brief }} isNext={step === next} />
      ))}
    </ol>
  )
}

interface OneProps {
  step: Step
  isNext: boolean
  brief: boolean
  tenantId?: string | null | undefined
}

function One({ step: { name: step, done, menu, mayEdit }, isNext, brief, tenantId }: OneProps) {
  const text = useText('home')
  // Whoever only looks goes to the list.
  const looking = listOf(menu, tenantId ? { tenantId } : undefined)
  const to = done || !mayEdit ? looking : makingOf(menu, tenantId)
  const name = text(`steps.${step}`)
  return (
    <li data-done={done || undefined} data-next={isNext || undefined}>
      <span className={styles.mark} aria-hidden="true">
        {done ? '✓' : ''}
      </span>
      <div>
        {to ? (
          <ConsoleLink to={to} className={styles.link ?? ''}>
            {name}
          </ConsoleLink>
        ) : (
          <span>{name}</span>
        )}
        <span className={styles.state}>
          {done ? text('done') : mayEdit ? text(isNext ? 'next' : 'missing') : text('not_yours')}
        </span>
        {!done && (isNext || !brief) && <p>{text(`why.${step}`)}</p>}
      </div>
      {isNext && to && (
        <Button
          component={ConsoleLink}
          to={to}
          variant="contained"
          aria-label={`${text('open')} ${name}`}
        >
          {text('open')}
        </Button>
      )}
    </li>
  )
}
