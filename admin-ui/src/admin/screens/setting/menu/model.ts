import type { Schemas } from '../../../../shared/api'

export type Menu = Schemas['Menu']

/** The parent of a group. */
export const ROOT = '0'

/** What a menu is called in a language. */
export const nameOf = ({ name, nameEn }: Menu, locale: string) =>
  (locale === 'en' && nameEn) || name
