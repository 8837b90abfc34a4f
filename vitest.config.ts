import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { demoVars } from "./dev/launch/local-vars.ts";

/** Packages of many files: bundled once, each is one module to transform and load instead of hundreds. */
const bundledPackages = [
  "stripe",
  "zod/mini",
  "drizzle-orm",
  "drizzle-orm/d1",
  "drizzle-orm/sqlite-core",
  "lucide-react",
  "marked",
  "jose",
  "fast-check",
];

const resolve = { tsconfigPaths: true };
const siteOrigin = "https://catedra.test";
const outsideOrigin = "https://stubs.test";

/** The worker refuses demonstration values and keys for tests for a site that is not on localhost. */
const ownSecrets = {
  JWT_SECRET: "a secret of the tests, of at least 32 bytes",
  STRIPE_SECRET_KEY: "sk_of_the_tests",
  STRIPE_WEBHOOK_SECRET: "whsec_of_the_tests",
  EFACTURA_CLIENT_SECRET: "secret of the application of the tests",
  VAPID_PUBLIC_KEY: "BKJCisZ4I4M4q2yaC4mXOhhoPV5I_mylmocPkGCczgE9WMH5wxSOdcORDcjL8KCEpA7cvOJk1uDivkABN3Rvu04",
  VAPID_PRIVATE_KEY: "RU-AWOvhKMJn2Ekim2JoiinFREW49XnTLtU_An3MagA",
};

/** A test that reaches for the network is a mistake: it must put its own function in fetch's place. */
function refuseNetwork(request: { url: string }): never {
  throw new Error(`A test asked the network for ${request.url}; replace fetch in the test instead`);
}

const unit = {
  environment: "node",
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // One more than the cores: a file that waits for another process leaves its core idle.
  maxWorkers: availableParallelism() + 1,
};

export default defineConfig({
  resolve,
  test: {
    // With this cache the runner sends all modules again, 27 MB, for each file of the worker tests that loads a new one.
    fsModuleCache: false,
    projects: [
      {
        resolve,
        test: {
          ...unit,
          name: "unit",
          isolate: false,
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          exclude: ["tests/unit/client/**"],
        },
      },
      {
        resolve,
        test: {
          ...unit,
          // Modules of the client hold the state of a page, so each file loads its own.
          name: "unit-client",
          include: ["tests/unit/client/**/*.test.{ts,tsx}"],
        },
      },
      {
        resolve,
        // React as in production: its development build spends a fifth of the time on stacks of elements.
        oxc: { jsx: { runtime: "automatic", development: false } },
        plugins: [
          cloudflareTest(async () => ({
            main: "./src/worker.ts",
            wrangler: { configPath: "./wrangler.toml" },
            remoteBindings: false,
            miniflare: {
              cf: false,
              outboundService: refuseNetwork,
              bindings: {
                ...demoVars({ siteUrl: siteOrigin, stubsUrl: outsideOrigin }),
                ...ownSecrets,
                NODE_ENV: "production",
                DATABASE_CHAOS: process.env.DATABASE_CHAOS ?? "",
                TEST_MIGRATIONS: await readD1Migrations("migrations"),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          // The files of a core share one workerd, so the app is loaded once; setup.ts gives each file an empty store.
          isolate: false,
          // Each worker loads the app for itself. One per core keeps them busy; a third cost a tenth of the CPU time.
          maxWorkers: availableParallelism(),
          include: ["tests/worker/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/helpers/setup.ts"],
          deps: { optimizer: { ssr: { enabled: true, include: bundledPackages } } },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
