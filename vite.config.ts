import { resolve } from "node:path";
import { defineConfig } from "vite";

const root = import.meta.dirname;

/**
 * Where one build of the client is written. The launchers build into a directory of their own and swap the
 * result in (dev/launch/client-build.ts), so a running instance never sees a half-written dist/.
 */
const outDir = process.env.CLIENT_BUILD_DIR ?? resolve(root, "dist/client");

export default defineConfig({
  root,
  resolve: { tsconfigPaths: true },
  publicDir: resolve(root, "public"),
  appType: "custom",
  logLevel: "warn",
  build: {
    outDir,
    emptyOutDir: true,
    assetsDir: "assets",
    // Outside the public directory: the worker bundles the manifest, nobody downloads it.
    manifest: "../manifest.json",
    target: ["es2022", "chrome107", "safari16", "firefox104"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [resolve(root, "client/entry.ts"), resolve(root, "client/styles/index.css")],
    },
  },
});
