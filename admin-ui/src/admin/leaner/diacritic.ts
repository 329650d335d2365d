/** Takes the place of a package with a table of letters, which the browser has. */
export const clean = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
