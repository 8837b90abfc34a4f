// React's renderer to strings, as react-dom/server chooses it. That file also loads the renderer to streams, which no
// page uses and which takes 34 kB of the bundle. wrangler.toml replaces react-dom/server by this file.
module.exports =
  process.env.NODE_ENV === "production"
    ? require("../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js")
    : require("../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.development.js");
