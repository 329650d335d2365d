import type { Schemas } from '../../../shared/api'
import { useText } from '../../widgets/data/useText'
import styles from './home.module.css'

const [WIDTH, HEIGHT] = [300, 64]

/** The sign-ins of each day as bars; what they say together, in words for whoever sees no picture. */
export function Chart({ days }: { days: Schemas['SignInDay'][] }) {
  const text = useText('home')
  const highest = days.reduce((a, b) => (b.signIns > a.signIns ? b : a), { signIns: 0, day: '' })
  const total = days.reduce((sum, { signIns }) => sum + signIns, 0)
  const said = total
    ? text('chart', { total, day: highest.day, most: highest.signIns })
    : text('chart_none')
  const step = WIDTH / days.length
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={said}
      className={styles.chart}
    >
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {days.map(({ day, signIns, people }, at) => {
        const height = total
          ? Math.max((signIns / highest.signIns) * (HEIGHT - 2), signIns && 2)
          : 0
        return (
          <g key={day}>
            <title>{text('day', { day, signIns, people })}</title>
            {/* The whole height, so that a day without a sign-in can be pointed at. */}
            <rect x={at * step} y="0" width={step} height={HEIGHT} data-ground />
            <rect x={at * step + 1.5} y={HEIGHT - height} width={step - 3} height={height} />
          </g>
        )
      })}
    </svg>
  )
}
