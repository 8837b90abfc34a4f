/** Where the page's parts are found on it. */
export const anchors = {
  guide: "before-the-first-call",
  chapter: (tag: string) => `tag-${tag}`,
  call: (operationId: string) => operationId,
  shapes: "shapes",
  shape: (component: string) => `shape-${component}`,
};
