import Button from '@mui/material/Button'
import { useText } from '../../../widgets/data/useText'
import type { Held } from './model'
import styles from './userAllowed.module.css'

interface ChangingProps {
  /** The grant that the panel was opened for. */
  held: Held | undefined
  /** There was one, and it is not there any more. */
  gone: boolean
  onStop(): void
}

/** Says whose authorisation the panel shows, and leads back to the empty panel. */
export function Changing({ held, gone, onStop }: ChangingProps) {
  const text = useText('grants')
  if (!held && !gone) return null
  return (
    <div className={styles.changing} role="status">
      <p>
        {held
          ? text('changing', { who: held.label, study: `${held.studyCode} ${held.studyName}` })
          : text('changing_gone')}
      </p>
      <Button size="small" onClick={onStop}>
        {text('changing_stop')}
      </Button>
    </div>
  )
}
