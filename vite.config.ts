import { resolve } from "node:path";
import { defineConfig } from "vite";
import { unusedOwnCode } from "./dev/launch/unused-own-code.ts";
import { unusedPackageCode } from "./dev/launch/unused-package-code.ts";

const root = import.meta.dirname;

/**
 * The client's bundle: hashed files under assets/, public/ copied next to them.
 * dev/launch/client-build.ts runs this into a directory of its own and then swaps the result into dist/.
 */
export default defineConfig({
  root,
  appType: "custom",
  logLevel: "warn",
  resolve: { tsconfigPaths: true },
  plugins: [unusedPackageCode, unusedOwnCode],
  build: {
    outDir: resolve(root, "dist/build"),
    emptyOutDir: true,
    manifest: "manifest.json",
    target: ["es2022", "chrome107", "safari16", "firefox104"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // "use client" is a note to React's server components, of which there are none here.
      onwarn: (warning, report) => warning.code !== "MODULE_LEVEL_DIRECTIVE" && report(warning),
      input: [
        resolve(root, "client/entry.ts"),
        resolve(root, "client/styles/index.css"),
        resolve(root, "client/push-worker/push-worker.ts"),
        // Markup refers to their shapes, so the build must not wait for a script or style that imports them.
        resolve(root, "client/images/counties.svg"),
        resolve(root, "client/images/subjects.svg"),
      ],
      output: {
        // Browsers find the service worker by this name, and its folder is what it serves.
        entryFileNames: ({ name }) => (name === "push-worker" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});
