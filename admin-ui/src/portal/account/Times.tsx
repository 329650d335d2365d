import { moment } from '../../shared/format'
import css from './account.module.css'
import { t as say } from './texts'

/** When a factor came, and when it last served. */
export function Times({ createdAt, usedAt }: { createdAt: string; usedAt: string | null }) {
  return (
    <p className={css.small}>
      {say('since', { time: moment(createdAt) })}
      <br />
      {usedAt ? say('used', { time: moment(usedAt) }) : say('unused')}
    </p>
  )
}
