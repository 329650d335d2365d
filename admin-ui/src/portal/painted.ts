/**
 * Resolves once the browser has painted. What the first picture does without is loaded after that: to
 * ask for a file takes a slow computer longer than to draw a form.
 */
export const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
