import { Database } from "bun:sqlite";
import { type Context, Hono } from "hono";
import { unstable_splitSqlQuery } from "wrangler";

const ACCOUNT = "0123456789abcdef0123456789abcdef";
const ZONE = "fedcba9876543210fedcba9876543210";
export const TOKEN = "token-of-the-imitation";
/** Of a statement's answer. */
const META = { duration: 0, rows_read: 0, rows_written: 0, size_after: 0 };

type Version = { id: string; tag: string | null; message: string | null; bindings: Binding[] };
export type Binding = { name: string; type: string; text?: string; [field: string]: unknown };
type Body = Record<string, unknown>;

/**
 * The part of Cloudflare's API that the commands of docs/production.md call, for one account: an active zone, but no
 * worker, no workers.dev subdomain and no R2. D1 is SQLite in memory. It keeps what it was sent.
 */
export function imitateAccount(domain: string) {
  const state = {
    /** What an operator does in the dashboard. */
    isR2Activated: false,
    alwaysUseHttps: false,
    databases: [] as { uuid: string; name: string; jurisdiction: string | null }[],
    buckets: [] as { name: string; jurisdiction: string }[],
    queues: [] as { queue_id: string; queue_name: string; consumers: Body[] }[],
    sendingDomains: [] as string[],
    secrets: {} as Record<string, string>,
    versions: [] as Version[],
    /** Ids of versions, newest first. */
    deployed: [] as string[],
    domains: [] as Body[],
    crons: [] as string[],
    /** Calls that the imitation does not know. */
    unknown: [] as string[],
  };
  const data = new Map<string, Database>();
  const imports = new Map<string, string>();
  /** Objects of the bucket of backups. */
  const backups = new Map<string, Uint8Array>();

  const ok = (c: Context, result: unknown, status: 200 | 201 = 200) =>
    c.json(
      { success: true, errors: [], messages: [], result, result_info: { page: 1, total_pages: 1 } },
      status,
    );
  const fail = (c: Context, status: 400 | 403 | 404, code: number, message: string) =>
    c.json({ success: false, errors: [{ code, message }], messages: [], result: null }, status);
  const noWorker = (c: Context) => fail(c, 404, 10_007, "This Worker does not exist on your account.");

  const root = new Hono();
  // The upload of a file for `d1 execute --file` has an address of its own, without the token.
  root.put("/upload/:etag", async (c) => {
    imports.set(c.req.param("etag"), await c.req.text());
    return c.body(null, 200, { etag: c.req.param("etag") });
  });

  const api = new Hono();
  api.use(async (c, next) => {
    if (c.req.header("authorization") !== `Bearer ${TOKEN}`)
      return fail(c, 403, 10_000, "Authentication error");
    await next();
  });
  api.get("/accounts", (c) => ok(c, [{ id: ACCOUNT, name: "Imitation" }]));
  api.get("/memberships", (c) => ok(c, [{ id: "m", account: { id: ACCOUNT, name: "Imitation" } }]));
  api.get("/zones", (c) =>
    ok(
      c,
      c.req.query("name") === domain
        ? [{ id: ZONE, name: domain, status: "active", account: { id: ACCOUNT } }]
        : [],
    ),
  );
  api.get("/zones/:zone/settings/always_use_https", (c) =>
    ok(c, { id: "always_use_https", value: state.alwaysUseHttps ? "on" : "off" }),
  );
  api.post("/zones/:zone/email/sending/subdomains", async (c) => {
    const { name } = await c.req.json<{ name: string }>();
    state.sendingDomains.push(name);
    return ok(c, { name, enabled: true, tag: "sending" });
  });
  api.get("/zones/:zone/email/sending/subdomains", (c) =>
    ok(
      c,
      state.sendingDomains.map((name) => ({ name, enabled: true, tag: "sending" })),
    ),
  );
  api.get("/zones/:zone/email/sending/subdomains/:tag/dns", (c) =>
    ok(c, [{ type: "TXT", name: `cf-bounce.${domain}`, content: "v=spf1 include:_spf.example ~all" }]),
  );

  const account = new Hono();

  const findDatabase = (name: string) =>
    state.databases.find((database) => [database.uuid, database.name].includes(name));
  const createDatabase = (name: string, jurisdiction: string | null) => {
    const database = { uuid: crypto.randomUUID(), name, jurisdiction };
    state.databases.push(database);
    data.set(database.uuid, new Database(":memory:"));
    return database;
  };
  account.post("/d1/database", async (c) => {
    const { name, jurisdiction = null } = await c.req.json<{ name: string; jurisdiction?: string }>();
    return ok(c, createDatabase(name, jurisdiction));
  });
  account.get("/d1/database/:name", (c) => {
    const database = findDatabase(c.req.param("name"));
    return database ? ok(c, database) : fail(c, 404, 7404, "The database was not found");
  });
  const runSql = (c: Context, sql: string) => {
    const db = data.get(c.req.param("name") ?? "");
    if (!db) return fail(c, 404, 7404, "The database was not found");
    try {
      return db.transaction(() =>
        unstable_splitSqlQuery(sql).map((statement) => ({
          success: true,
          results: db.query(statement).all(),
          meta: META,
        })),
      )();
    } catch (error) {
      return fail(c, 400, 7500, (error as Error).message);
    }
  };
  account.delete("/d1/database/:name", (c) => {
    const { name } = c.req.param();
    state.databases = state.databases.filter((database) => ![database.uuid, database.name].includes(name));
    return ok(c, null);
  });
  account.post("/d1/database/:name/query", async (c) => {
    const results = runSql(c, (await c.req.json<{ sql: string }>()).sql);
    return results instanceof Response ? results : ok(c, results);
  });
  account.post("/d1/database/:name/import", async (c) => {
    const { action, etag = "" } = await c.req.json<{ action: string; etag?: string }>();
    const messages: string[] = [];
    if (action === "init") {
      const upload_url = new URL(`/upload/${etag}`, c.req.url).href;
      return ok(c, { success: true, type: "import", messages, upload_url, filename: `${etag}.sql` });
    }
    const results = runSql(c, imports.get(etag) ?? "");
    if (results instanceof Response) return results;
    const result = { num_queries: results.length, final_bookmark: "0", meta: META };
    return ok(c, { success: true, status: "complete", type: "import", messages, result });
  });

  const inactive = (c: Context) => fail(c, 403, 10_042, "Please enable R2 through the Cloudflare Dashboard.");
  const jurisdiction = (c: Context) => c.req.header("cf-r2-jurisdiction") ?? "default";
  account.post("/r2/buckets", async (c) => {
    if (!state.isR2Activated) return inactive(c);
    const { name } = await c.req.json<{ name: string }>();
    state.buckets.push({ name, jurisdiction: jurisdiction(c) });
    return ok(c, { name });
  });
  account.get("/r2/buckets/:name", (c) => {
    if (!state.isR2Activated) return inactive(c);
    const bucket = state.buckets.find(
      ({ name, jurisdiction: at }) => name === c.req.param("name") && at === jurisdiction(c),
    );
    return bucket ? ok(c, bucket) : fail(c, 404, 10_006, "The specified bucket does not exist.");
  });
  account.get("/r2/buckets/catedra-backups/objects/*", (c) => {
    const object = backups.get(decodeURIComponent(c.req.path.split("/objects/")[1] ?? ""));
    return object && jurisdiction(c) === "eu"
      ? c.body(new Uint8Array(object))
      : fail(c, 404, 10_007, "The specified key does not exist.");
  });

  account.post("/queues", async (c) => {
    const { queue_name } = await c.req.json<{ queue_name: string }>();
    const queue = { queue_id: crypto.randomUUID(), queue_name, consumers: [] };
    state.queues.push(queue);
    return ok(c, queue);
  });
  account.get("/queues", (c) => {
    const names = c.req.queries("name");
    return ok(
      c,
      state.queues.filter(({ queue_name }) => !names || names.includes(queue_name)),
    );
  });
  account.post("/queues/:id/consumers", async (c) => {
    const queue = state.queues.find(({ queue_id }) => queue_id === c.req.param("id"));
    if (!queue) return fail(c, 404, 11_000, "Queue not found");
    const consumer = { consumer_id: crypto.randomUUID(), ...(await c.req.json<Body>()) };
    queue.consumers.push(consumer);
    return ok(c, consumer);
  });

  const worker = new Hono();
  /** Stores a version, and the secrets that it brings. */
  const addVersion = async (c: Context): Promise<Version> => {
    const form = await c.req.formData();
    const part = form.get("metadata");
    const metadata = JSON.parse(typeof part === "string" ? part : ((await part?.text()) ?? "")) as {
      bindings: Binding[];
      annotations?: Record<string, string>;
    };
    for (const { name, type, text = "" } of metadata.bindings)
      if (type === "secret_text") state.secrets[name] = text;
    const version = {
      id: crypto.randomUUID(),
      tag: metadata.annotations?.["workers/tag"] ?? null,
      message: metadata.annotations?.["workers/message"] ?? null,
      bindings: metadata.bindings,
    };
    state.versions.unshift(version);
    return version;
  };
  const startup = { startup_time_ms: 40, resources: { script: { etag: "etag" } } };
  account.get("/workers/services/:script", (c) =>
    state.versions.length === 0
      ? noWorker(c)
      : ok(c, {
          default_environment: {
            environment: "production",
            script: { tag: "tag", tags: [], last_deployed_from: "wrangler" },
          },
        }),
  );
  worker.put("/", async (c) => {
    const version = await addVersion(c);
    state.deployed.unshift(version.id);
    return ok(c, { ...startup, id: "catedra", etag: "etag", deployment_id: version.id.replaceAll("-", "") });
  });
  worker.post("/versions", async (c) => ok(c, { ...startup, id: (await addVersion(c)).id }));
  const toVersionJson = ({ id, tag, message }: Version) => ({
    id,
    number: 1,
    metadata: { created_on: "2026-01-01T00:00:00Z", source: "wrangler", author_email: "operator@exemplu.ro" },
    annotations: { "workers/tag": tag, "workers/message": message },
    resources: startup.resources,
  });
  worker.get("/versions", (c) => ok(c, { items: state.versions.map(toVersionJson) }));
  worker.get("/versions/:id", (c) => {
    const version = state.versions.find(({ id }) => id === c.req.param("id"));
    return version ? ok(c, toVersionJson(version)) : fail(c, 404, 10_007, "Version not found");
  });
  worker.get("/deployments", (c) =>
    state.versions.length === 0
      ? noWorker(c)
      : ok(c, {
          deployments: state.deployed.map((version_id) => ({
            id: crypto.randomUUID(),
            created_on: "2026-01-01T00:00:00Z",
            strategy: "percentage",
            versions: [{ version_id, percentage: 100 }],
          })),
        }),
  );
  worker.post("/deployments", async (c) => {
    const { versions } = await c.req.json<{ versions: { version_id: string }[] }>();
    state.deployed.unshift(versions[0]?.version_id ?? "");
    return ok(c, { id: crypto.randomUUID() });
  });
  worker.get("/settings", (c) => ok(c, { bindings: state.versions[0]?.bindings ?? [] }));
  worker.patch("/script-settings", async (c) => ok(c, await c.req.json()));
  worker.get("/secrets", (c) =>
    state.versions.length === 0
      ? noWorker(c)
      : ok(
          c,
          Object.keys(state.secrets).map((name) => ({ name, type: "secret_text" })),
        ),
  );
  worker.put("/secrets", async (c) => {
    if (state.versions.length === 0) return noWorker(c);
    const { name, text } = await c.req.json<{ name: string; text: string }>();
    state.secrets[name] = text;
    return ok(c, { name, type: "secret_text" });
  });
  worker.delete("/secrets/:name", (c) => {
    delete state.secrets[c.req.param("name")];
    return ok(c, null);
  });
  worker.post("/assets-upload-session", (c) => ok(c, { jwt: "all-files-are-here", buckets: [] }));
  worker.post("/subdomain", async (c) => ok(c, await c.req.json()));
  account.get("/workers/workers/:script", (c) =>
    ok(c, { subdomain: { enabled: false, previews_enabled: false } }),
  );
  worker.post("/domains/changeset", async (c) =>
    ok(c, { added: await c.req.json(), removed: [], updated: [], conflicting: [] }),
  );
  worker.put("/domains/records", async (c) => {
    state.domains = (await c.req.json<{ origins: Body[] }>()).origins;
    return ok(c, state.domains);
  });
  worker.put("/schedules", async (c) => {
    state.crons = (await c.req.json<{ cron: string }[]>()).map(({ cron }) => cron);
    return ok(c, { schedules: state.crons });
  });

  account.route("/workers/scripts/:script", worker);
  api.route(`/accounts/${ACCOUNT}`, account);
  root.route("/client/v4", api);
  root.notFound((c) => {
    const call = `${c.req.method} ${new URL(c.req.url).pathname}`;
    state.unknown.push(call);
    return fail(c, 404, 7003, `The imitation does not know ${call}`);
  });

  return {
    fetch: root.fetch,
    state,
    backups,
    /** Creates a database as the API does. Returns its id. */
    createDatabase: (name: string): string => createDatabase(name, "eu").uuid,
    /** Rows of the site's database. */
    query: (sql: string): unknown[] => [...data.values()].flatMap((db) => db.query(sql).all()),
  };
}
