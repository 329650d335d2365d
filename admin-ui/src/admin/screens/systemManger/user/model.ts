import type { Schemas } from '../../../../shared/api'

export type User = Schemas['User']

/** Who keeps an account that cannot be changed here. */
export const isKeptElsewhere = ({ org }: Pick<User, 'org'>) => org === 'cloud' || org === 'ldap'

/** What is asked about a user. */
export type Asked = 'factors' | 'important' | 'lock' | 'password' | 'reset' | 'restore' | 'unlock'
