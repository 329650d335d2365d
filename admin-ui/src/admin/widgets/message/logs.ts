import type { Schemas } from '../../../shared/api'

/** The two logs, by their nouns. */
export type Log = 'sms-messages' | 'email-messages'

/** A message of either. */
export type Logged = Schemas['SmsMessage'] | Schemas['EmailMessage']

/** The permission of who may send again is that of the log's menu; whether one message can be, its row says. */
export const canResend = ({ resend }: Logged) => resend === 'possible'

/** Messages go out while one looks at them. */
export const REFETCH_MS = 5_000
