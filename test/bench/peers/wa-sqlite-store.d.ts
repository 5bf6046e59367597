/** The package has no types for its stores. */
declare module '@journeyapps/wa-sqlite/src/examples/AccessHandlePoolVFS.js' {
  export class AccessHandlePoolVFS {
    static create(name: string, module: unknown): Promise<AccessHandlePoolVFS>
  }
}
