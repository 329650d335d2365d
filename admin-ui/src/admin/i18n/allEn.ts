import raEn from 'ra-language-english'
import { en } from './en'
import type { Words } from './words'

/** What is said of a record that was saved or deleted is the specification's, not react-admin's. */
const notification = {
  ...raEn.ra.notification,
  created: 'Added successfully',
  updated: 'Modified successfully |||| %{smart_count} modified successfully',
  deleted: 'Deleted successfully |||| %{smart_count} deleted successfully',
}

/** What each screen's folder calls its records, by their nouns. */
const words = import.meta.glob<Words>('../screens/**/en.ts', {
  eager: true,
  import: 'en',
})
export const resources: Words = Object.assign({}, ...Object.values(words))

/** Every message in English. */
export const messages = { ...raEn, ra: { ...raEn.ra, notification }, ...en, resources }
