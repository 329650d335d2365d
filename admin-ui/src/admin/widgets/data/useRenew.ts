import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { renewNoun } from '../../calls'

/** Has what is shown of a resource read anew: its lists, its records, and what refers to them. */
export function useRenew(noun: string): () => void {
  const queries = useQueryClient()
  return useCallback(() => renewNoun(queries, noun), [queries, noun])
}
