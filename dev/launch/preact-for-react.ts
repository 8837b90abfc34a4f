/** Preact in place of React, in the browser's bundle and in tests of islands. See decision 0060. */
export const preactForReact = { react: "preact/compat", "react-dom": "preact/compat" };
