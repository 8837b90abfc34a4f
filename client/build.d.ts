/**
 * Route paths of prefetchable pages, and those that match them but must not be prefetched. Written by the client build.
 */
declare module "@build/prefetch-paths" {
  const paths: { included: string[]; excluded: string[] };
  export default paths;
}
