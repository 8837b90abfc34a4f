import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { loadArgon2Module } from "../../dev/launch/argon2-module";
import { buildClient } from "../../dev/launch/client-build";
import { ensureInstalled } from "../../dev/launch/install";
import { openLocalData } from "../../dev/launch/local-data";
import { demoVars } from "../../dev/launch/local-vars";
import { root } from "../../dev/launch/paths";
import { serveWorker } from "../../dev/launch/serve-worker";
import { buildWorker } from "../../dev/launch/worker-bundle";
import { startStubs } from "../../dev/stubs";
import { createPasswordHasher } from "../../src/platform/password-hasher";
import { benchData } from "./bench-data";

export const PASSWORD = "trei culori cunosc pe lume";
export const LISTINGS = 10_000;

/** E-mail and listing of the teacher with this number (from 1) in the catalogue, which gives each two listings. */
export const teacherEmail = (n: number): string => `teacher${n}@example.test`;
export const teacherListing = (n: number): string => `k${String(2 * n).padStart(15, "0")}`;

/** The address of the person with this number; those past the last one have no account. All are of one length. */
export const userEmail = (n: number): string => `person${String(n).padStart(6, "0")}@example.test`;

/** An address of a visitor, another for each number: limits count by it. */
export const visitorAddress = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

type Options = {
  /** How many of the catalogue's teachers sign in with PASSWORD as well. */
  teachers?: number;
  inspector?: boolean;
};
type Site = { url: string; inspectorUrl: string | null; stop(): Promise<void> };

/**
 * Serves the production bundle with a catalogue, `users` accounts that sign in with PASSWORD, and local stubs for their
 * mail. `url` leads straight into the worker, which then trusts the CF-Connecting-IP header it receives.
 */
export async function serveWithUsers(users: number, options: Options = {}): Promise<Site> {
  const { teachers = 0, inspector = false } = options;
  await ensureInstalled(console.log);
  await buildClient();
  await buildWorker();
  const catalogue = await benchData(LISTINGS);
  const dataDir = join(root, ".data", "bench-users");
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(catalogue.dataDir, dataDir, { recursive: true });
  await addUsers(dataDir, users, teachers);

  const siteUrl = "http://localhost:8787";
  const vars = demoVars({ siteUrl, stubsUrl: "" });
  const stubs = await startStubs({
    port: 0,
    dataDir,
    webhookUrl: `${siteUrl}/webhooks/stripe`,
    webhookSecret: vars.STRIPE_WEBHOOK_SECRET ?? "",
    secretKey: null,
    siteUrl,
  });
  const served = await serveWorker({
    port: 0,
    directPort: 0,
    dataDir,
    vars: demoVars({ siteUrl, stubsUrl: stubs.url }),
    // The worker writes a line for each request; a terminal would be what is measured.
    onLog() {},
    inspector,
  });
  return {
    url: served.directUrl ?? served.url,
    inspectorUrl: served.inspectorUrl,
    async stop() {
      await served.stop();
      await stubs.stop();
    },
  };
}

/** Adds accounts to a data directory. All share one hash, because hashing is slow. */
export async function addUsers(dataDir: string, users: number, teachers: number): Promise<void> {
  const data = await openLocalData(dataDir);
  try {
    const hash = await createPasswordHasher({ loadModule: loadArgon2Module }).hash(PASSWORD);
    await data.db
      .prepare(
        `with recursive row(n) as (select 0 union all select n + 1 from row where n + 1 < ?1)
        insert into users (id, email, email_verified_ts, password_hash, role, first_name, last_name, birth_date, signup_ts)
        select printf('n%015d', n), printf('person%06d@example.test', n), ?2, ?3, 'u', 'Ioana', 'Pop', '1990-05-17', ?2 from row`,
      )
      .bind(users, Date.now(), hash)
      .run();
    await data.db
      .prepare(
        "update users set password_hash = ?2 where id in (select id from users where role = 't' order by id limit ?1)",
      )
      .bind(teachers, hash)
      .run();
  } finally {
    await data.close();
  }
}
