import raEn from 'ra-language-english'
import { en } from './en'

/** What is said of a record that was saved or deleted is the specification's, not react-admin's. */
const notification = {
  ...raEn.ra.notification,
  created: 'Added successfully',
  updated: 'Modified successfully |||| %{smart_count} modified successfully',
  deleted: 'Deleted successfully |||| %{smart_count} deleted successfully',
}

/** Every message in English. */
export const messages = { ...raEn, ra: { ...raEn.ra, notification }, ...en }
