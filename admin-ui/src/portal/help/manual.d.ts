declare module '*.md' {
  const manual: import('./tree').Manual
  export default manual
}
