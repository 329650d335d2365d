import { createContext, useContext } from 'react'

/** What the fields of the form around are called. */
export const Labels = createContext<Readonly<Record<string, string>>>({})

export const useLabel = (source: string) => useContext(Labels)[source] ?? source
