import Check from '@mui/icons-material/CheckCircleOutline'
import Close from '@mui/icons-material/HighlightOff'
import Info from '@mui/icons-material/InfoOutlined'
import type { Schemas } from '../../../shared/api'
import { useOwnText } from '../data/useText'
import { Badge } from '../list/Badge'
import { TimeText } from '../list/TimeText'
import styles from './explanation.module.css'

type Told = Schemas['AccessExplanation']

/** Why somebody may do something, or may not: what each way to it depends on. */
export function Explanation({ told }: { told: Told }) {
  const text = useOwnText('access')
  return (
    <div aria-live="polite">
      <p className={styles.verdict}>
        <span>{told.subject}</span>
        <Verdict allowed={told.allowed} />
      </p>
      {told.help && (
        <div className={styles.help}>
          <p>{told.help.text}</p>
          {told.help.roles.length > 0 && (
            <>
              <strong>{text('roles')}</strong>
              <ul>
                {told.help.roles.map((role) => (
                  <li key={role}>{role}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      <section className={styles.way}>
        <h3>{text('account')}</h3>
        <Findings findings={told.person} />
      </section>
      {told.ways.map((way) => (
        <section key={`${way.tenantId} ${way.name}`} className={styles.way} aria-label={way.name}>
          <h3>
            {way.name} <Verdict allowed={way.allowed} />
          </h3>
          <Findings findings={way.findings} />
        </section>
      ))}
    </div>
  )
}

function Verdict({ allowed }: { allowed: boolean }) {
  const text = useOwnText('access')
  return <Badge tone={allowed ? 'plain' : 'danger'}>{text(allowed ? 'allowed' : 'denied')}</Badge>
}

function Findings({ findings }: { findings: Told['person'] }) {
  const text = useOwnText('access')
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
        <li key={`${finding.kind} ${finding.text}`}>
          <Sign finding={finding} />
          <span>
            {finding.text}
            {(finding.at || finding.by || finding.reason) && (
              <small>
                {finding.at && <TimeText at={finding.at} />}
                {finding.by && ` · ${text('by', { name: finding.by })}`}
                {finding.reason && ` · ${text('because', { reason: finding.reason })}`}
              </small>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Whether a finding speaks for the access: in a sign, and in a word for who does not see it. */
function Sign({ finding: { holds, required } }: { finding: Told['person'][number] }) {
  const text = useOwnText('access')
  const look = { fontSize: 'small' } as const
  if (holds) return <Check {...look} color="success" titleAccess={text('holds')} />
  if (required) return <Close {...look} color="error" titleAccess={text('fails')} />
  return <Info {...look} color="warning" titleAccess={text('hint')} />
}
