import raEn from 'ra-language-english'
import { en } from './en'

/** Every message in English. */
export const messages = { ...raEn, ...en }
