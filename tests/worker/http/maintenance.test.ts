import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/app";
import { runQueue, runSchedule } from "@/jobs";
import { isMachinePath, paths } from "@/shared/paths";
import { bearer, createUserWithPassword, signInByEmail, signUpInput } from "../../helpers/accounts";
import { app, createTestApp, db, expectText, type Jar, type TestApp } from "../../helpers/app";
import { createPost } from "../../helpers/create-post";
import { createListing, createTeacher, createUser, signIn } from "../../helpers/factories";
import { readEnquiryId } from "../../helpers/guests";

import { queueTestMail, stubMailEndpoint } from "../../helpers/outbox";

const MINUTE_MS = 60_000;
const endpoint = stubMailEndpoint();

let closed: TestApp;
let admin: Jar;
let teacher: Jar;
let headers: Record<string, string>;
const ids: Record<string, string> = {};
const toCookieHeader = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

beforeAll(async () => {
  const { email } = await createUserWithPassword({ role: "a" });
  const signedIn = await signInByEmail(email);
  [admin, headers] = [signedIn.jar, bearer(signedIn.token).headers];
  const owner = await createTeacher();
  teacher = await signIn(owner);
  ids.listing = (await createListing(owner)).id;
  const form = { message: "Aveți loc marți?" };
  const as = await signIn(await createUser());
  ids.enquiry = readEnquiryId(await app.post(paths.enquire(ids.listing), { form, as }));
  await createPost();
  closed = createTestApp({ MAINTENANCE: "1" });
  // A session is extended at most once a minute; after it, each page would write.
  closed.clock.now += 2 * MINUTE_MS;
});

/** A text that changes with any write: all rows of all tables but those of the full-text indexes. */
async function readDatabase(): Promise<string> {
  const tables = await db.all<{ name: string }>(
    sql`select name from pragma_table_list
      where schema = 'main' and type = 'table' and name not like 'sqlite%' and name not like '\_cf%' escape '\\'`,
  );
  const rows = tables.map(({ name }) => db.all(sql`select * from ${sql.identifier(name)}`));
  return JSON.stringify(await Promise.all(rows));
}

async function expectNoWrite(work: () => Promise<unknown>): Promise<void> {
  const before = await readDatabase();
  await work();
  expect((await readDatabase()) === before).toBe(true);
}

const routes = (methods: readonly string[]) => [
  ...new Map(
    createApp()
      .routes.filter(({ method }) => methods.includes(method))
      .map(({ method, path }) => [`${method} ${path}`, { method, path }]),
  ).values(),
];
const fill = (path: string, id: string) =>
  path.replaceAll(/:(\w+)(\{[^}]*\})?/g, (_, name) => (name === "id" ? id : "x"));

describe("MAINTENANCE=1", () => {
  it("all writes get 503 with Retry-After", async () => {
    const writes = routes(["POST", "PUT", "PATCH", "DELETE"]);
    expect(writes.length).toBeGreaterThan(150);
    await expectNoWrite(async () => {
      for (const { method, path } of writes) {
        const response = await closed.request(fill(path, ids.listing ?? ""), { method, headers });
        expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "600"]);
      }
    });
  });

  it.each([
    ["", "The site is under maintenance. Nothing was saved. Try again in 10 minutes."],
    ["/ro", "Site-ul este în mentenanță. Nu s-a salvat nimic. Încercați din nou peste 10 minute."],
  ])("a form gets a page with what was typed, at %s/contact", async (locale, text) => {
    const form = { ...signUpInput(), message: "O întrebare lungă." } as Record<string, string>;
    const body = new URLSearchParams(form).toString();
    const typed = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
    };
    const page = await (await closed.post(`${locale}/contact`, { body, headers: typed })).text();
    expectText(page, text, "O întrebare lungă.");
    expect(page).not.toContain(form.password);
  });

  it("a call and Stripe's webhook get problem+json", async () => {
    for (const path of [paths.apiListings(), paths.webhook()]) {
      const response = await closed.post(path, { json: {}, headers });
      expect(await response.json()).toMatchObject({ title: "maintenance", status: 503 });
    }
  });

  it("every page answers, but for a download that is counted, and none writes", async () => {
    const refused: string[] = [];
    await expectNoWrite(async () => {
      for (const { path } of routes(["GET"]).filter(
        (route) => !isMachinePath(route.path) && route.path !== paths.siteShareImage(),
      )) {
        const url = fill(path, (path.includes("/enquiries/:id") ? ids.enquiry : ids.listing) ?? "");
        const cookie = toCookieHeader(path.startsWith("/admin") ? admin : teacher);
        const response = await closed.get(url, { headers: { ...headers, cookie } });
        await response.arrayBuffer();
        if (response.status >= 500) refused.push(`${response.status} ${path}`);
      }
    });
    expect(refused).toEqual(["503 /profile/privacy/export"]);
  }, 120_000);

  it("no job runs and no mail leaves, and afterwards it does", async () => {
    await queueTestMail("reader@example.test");
    const acknowledged: string[] = [];
    const batch = { messages: [], ackAll: () => acknowledged.push("all") } as never;
    const execution = { waitUntil: () => {} };
    await expectNoWrite(async () => {
      await runSchedule("*/5 * * * *", closed.bindings, execution);
      await runQueue(batch, closed.bindings, execution);
    });
    expect([endpoint.requests.length, acknowledged]).toEqual([0, ["all"]]);
    await runSchedule("deliver-mail", app.bindings, execution);
    expect(endpoint.requests.length).toBeGreaterThan(0);
  });
});
