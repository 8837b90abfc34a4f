import { rmSync } from "node:fs";
import { defineConfig, type Rolldown } from "vite";

/** `wrangler dev` runs this build for the client (wrangler.toml) and bundles the worker itself, without the plugin. */
const isWranglerDev = process.env.WRANGLER_COMMAND === "dev";

/** "use client" is a note to React's server components, of which there are none here. */
const ignoreUseClient: Rolldown.InputOptions["onwarn"] = (warning, report) => {
  if (warning.code !== "MODULE_LEVEL_DIRECTIVE") report(warning);
};

/** Builds the client into dist/client, then the worker, which imports the client's manifest, into dist/worker. */
export default defineConfig({
  appType: "custom",
  logLevel: "warn",
  resolve: { tsconfigPaths: true },
  plugins: [
    isWranglerDev
      ? null
      : import("@cloudflare/vite-plugin").then(({ cloudflare }) =>
          cloudflare({ viteEnvironment: { name: "worker" } }),
        ),
  ],
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        // Pages of an instance that runs in this checkout need the files of its build.
        emptyOutDir: !isWranglerDev,
        manifest: true,
        target: ["es2022", "chrome107", "safari16", "firefox104"],
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          onwarn: ignoreUseClient,
          input: [
            "client/entry.ts",
            "client/styles/index.css",
            "client/push-worker/push-worker.ts",
            // Markup refers to their shapes, so the build must not wait for a script or style that imports them.
            "client/images/counties.svg",
            "client/images/subjects.svg",
          ],
          output: {
            // Browsers find the service worker by this name, and its folder is what it serves.
            entryFileNames: ({ name }) => (name === "push-worker" ? "[name].js" : "assets/[name]-[hash].js"),
          },
        },
      },
    },
    worker: {
      build: {
        outDir: "dist/worker",
        minify: true,
        sourcemap: true,
        rolldownOptions: { onwarn: ignoreUseClient },
      },
    },
  },
  builder: {
    async buildApp({ build, environments: { client, worker } }) {
      if (client) await build(client);
      if (isWranglerDev || !worker) return;
      await build(worker);
      // With this file, `wrangler dev` would run this build instead of the sources.
      rmSync(".wrangler/deploy", { recursive: true, force: true });
    },
  },
});
