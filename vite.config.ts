import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Rolldown } from "vite";
import { stateDirs } from "./dev/launch/paths.ts";
import { readSettings } from "./dev/launch/settings.ts";

/** `wrangler dev` runs this build for the client (wrangler.toml) and bundles the worker itself, without the plugin. */
const isWranglerDev = process.env.WRANGLER_COMMAND === "dev";

/** "use client" is a note to React's server components, of which there are none here. */
const ignoreUseClient: Rolldown.InputOptions["onwarn"] = (warning, report) => {
  if (warning.code !== "MODULE_LEVEL_DIRECTIVE") report(warning);
};

/**
 * `vite build` builds the client into dist/client, then the worker, which imports the client's manifest, into
 * dist/worker. `bun start` uses the development mode: `vite build --watch` builds the client into DATA_DIR/client, and
 * `vite` serves it and runs the worker from its sources, with the settings and data of DATA_DIR.
 */
export default defineConfig(({ command, mode }) => {
  const local = mode === "development" ? readSettings(process.env) : null;
  const clientDir = local ? join(local.dataDir, "client") : "dist/client";
  // Names stay the same while files change, so a new style or script does not restart the worker.
  const hash = local ? "" : "-[hash]";
  const isClientOnly = isWranglerDev || (local !== null && command === "build");
  return {
    appType: "custom",
    logLevel: "warn",
    resolve: {
      tsconfigPaths: true,
      ...(local && { alias: { "@build/manifest": join(clientDir, ".vite/manifest.json") } }),
    },
    plugins: [
      isClientOnly
        ? null
        : import("@cloudflare/vite-plugin").then(({ cloudflare }) =>
            cloudflare({
              viteEnvironment: { name: "worker" },
              ...(local && {
                persistState: { path: stateDirs(local.dataDir).persistTo },
                inspectorPort: 0,
                // The plugin reads `.dev.vars` in the folder of the configuration. DATA_DIR has that of this instance.
                config: { userConfigPath: join(local.dataDir, "wrangler.toml") },
              }),
            }),
          ),
    ],
    ...(local &&
      command === "serve" && {
        cacheDir: join(local.dataDir, "vite"),
        publicDir: clientDir,
        server: {
          host: "127.0.0.1",
          port: local.port,
          strictPort: true,
          // The app answers requests of other origins.
          cors: false,
          // A build writes the same manifest again, and the database its files.
          watch: { ignored: [join(clientDir, ".vite/**"), join(local.dataDir, "state/**")] },
        },
      }),
    environments: {
      client: {
        build: {
          outDir: clientDir,
          // Pages of a running instance need the files of its build.
          emptyOutDir: !isClientOnly,
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
              entryFileNames: ({ name }) =>
                name === "push-worker" ? "[name].js" : `assets/[name]${hash}.js`,
              chunkFileNames: `assets/[name]${hash}.js`,
              assetFileNames: `assets/[name]${hash}[extname]`,
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
        // `wrangler dev` reads its settings after this build.
        if (isWranglerDev) cpSync(".dev.vars.example", ".dev.vars", { force: false });
        if (client) await build(client);
        if (isClientOnly || !worker) return;
        await build(worker);
        // With this file, `wrangler dev` would run this build instead of the sources.
        rmSync(".wrangler/deploy", { recursive: true, force: true });
      },
    },
  };
});
