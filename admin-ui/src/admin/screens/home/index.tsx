import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { Title } from 'react-admin'
import type { Schemas } from '../../../shared/api'
import { useAnswer, useCall } from '../../widgets/data/useCall'
import { useText } from '../../widgets/data/useText'
import { Failure } from '../../widgets/feedback/Failure'
import { useSay } from '../../widgets/feedback/say'
import { Waiting } from '../../widgets/list/Waiting'
import { Card } from './Card'
import styles from './home.module.css'
import { Morning } from './Morning'
import { Steps } from './Steps'

/** The home of the console: what is missing at first, and what an administrator looks for in the morning. */
export function Home() {
  const { data, error, refetch } = useAnswer('GET /home', {})
  return (
    <div className={styles.home}>
      <Title title="cardea.layout.start" preferenceKey={false} />
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <First first={data.firstSteps} />
          <Morning home={data} />
          {data.firstSteps.dismissed && <BringBack />}
        </>
      )}
    </div>
  )
}

/** Puts the first steps away, or brings them back. */
function useDismissal() {
  const call = useCall()
  const say = useSay()
  return useMutation({
    mutationFn: (dismissed: boolean) => call('PUT /home/first-steps', { body: { dismissed } }),
    onError: say.failed,
  })
}

function First({ first: { dismissed, steps } }: { first: Schemas['FirstSteps'] }) {
  const text = useText('home')
  const { mutate, isPending } = useDismissal()
  if (dismissed || steps.length === 0) return null
  const done = steps.filter((step) => step.done).length
  const complete = done === steps.length
  return (
    <Card title={text('first')} wide>
      <p className={styles.progress}>
        <span>{text(complete ? 'all_done' : 'first_hint')}</span>
        <progress value={done} max={steps.length} aria-label={text('first')} />
        <span>{text('progress', { done, all: steps.length })}</span>
      </p>
      {!complete && <Steps steps={steps} />}
      <Button size="small" variant="outlined" disabled={isPending} onClick={() => mutate(true)}>
        {text('dismiss')}
      </Button>
    </Card>
  )
}

function BringBack() {
  const text = useText('home')
  const { mutate, isPending } = useDismissal()
  return (
    <Button size="small" disabled={isPending} onClick={() => mutate(false)}>
      {text('bring_back')}
    </Button>
  )
}
