/**
 * Takes the place of a package of English grammar. The console has words for all that it shows; this is what react-admin
 * asks for beside them.
 */

/** `dayOfMonth` is `Day of month`. */
export function humanize(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/_/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

export const transform = humanize

export const inflect = (name: string): string => name

// For guesses of what a screen might be, which this console has none of.
export {
  default as capitalize,
  default as pluralize,
  default as singularize,
} from './unused'
