/** What `vite.api-document.ts` makes: what GET /api/openapi.json answers. */
declare module 'virtual:api-document' {
  const document: unknown
  export default document
}
