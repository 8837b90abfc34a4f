import { DrizzleQueryError } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { isDatabaseOutage } from "@/db/database-outage";
import { signUpInput } from "../../helpers/accounts";
import { createTestApp, type Jar, type TestApp } from "../../helpers/app";
import { countRows, createUser, signIn } from "../../helpers/factories";
import { captureErrors, intercept } from "../../helpers/intercept";
import { expectText } from "../../helpers/listing-form";

const LOST = "D1_ERROR: Network connection lost.";
const PASSING = [
  LOST,
  "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
  "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
  "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
  "D1_ERROR: Replica disconnected from primary.",
  "D1_ERROR: Can't read from request stream because client disconnected.",
  "D1_ERROR: Currently processing a long-running export.",
  "D1_ERROR: internal error; reference = 0123456789abcdef",
  "D1_ERROR: database is locked: SQLITE_BUSY",
];
const LASTING = ["D1_ERROR: no such column: colour: SQLITE_ERROR", "UNIQUE constraint failed: users.email"];

let app: TestApp;
let jar: Jar;
beforeEach(async () => {
  app = createTestApp();
  jar = await signIn(app, await createUser(app));
});

/** From now on, each read of the app fails with this error: single statements, and batches of a page. */
function failReads(message: string): void {
  failBatches(message);
  const fails = () => Promise.reject(new Error(message));
  const statement = { bind: () => statement, all: fails, raw: fails, first: fails, run: fails };
  intercept(app, "DB", "prepare", () => statement);
}
/** The same for batches, which contain all writes. */
const failBatches = (message: string) =>
  intercept(app, "DB", "batch", () => Promise.reject(new Error(message)));

describe("while the database is unavailable", () => {
  it.each(PASSING)("pages and API reads return 503 with Retry-After, for %s", async (message) => {
    failReads(message);
    const { outcome, complaints } = await captureErrors(() => app.get("/ro/profile", { as: jar }));
    expect([outcome.status, outcome.headers.get("retry-after")]).toEqual([503, "5"]);
    expectText(await outcome.text(), "Momentan nu este disponibil. Încercați din nou peste 5 secunde.");
    expect(complaints.join()).toContain(message);
    const { outcome: call } = await captureErrors(() => app.get("/api/listings"));
    expect([call.status, call.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await call.json()).toMatchObject({ title: "unavailable", status: 503 });
  });

  it("a form whose write fails returns 503 and stores nothing", async () => {
    failBatches(LOST);
    const before = [await countRows("users"), await countRows("mail_outbox")];
    const form = { ...signUpInput(), terms: "1" } as Record<string, string>;
    const { outcome } = await captureErrors(() => app.post("/sign-up", { form }));
    expect([outcome.status, outcome.headers.get("retry-after")]).toEqual([503, "5"]);
    expect([await countRows("users"), await countRows("mail_outbox")]).toEqual(before);
  });

  it("returns 500 for errors that a retry would not solve", async () => {
    for (const message of LASTING) {
      const otherApp = createTestApp();
      app = otherApp;
      failReads(message);
      const { outcome } = await captureErrors(() => otherApp.get("/api/listings"));
      expect([outcome.status, outcome.headers.get("retry-after")]).toEqual([500, null]);
    }
  });
});

describe("other errors", () => {
  it("user text in a failed query is not an outage", () => {
    const error = new DrizzleQueryError("select ?", ["network connection lost"], new Error("too many terms"));
    expect(isDatabaseOutage(error)).toBe(false);
    expect(isDatabaseOutage(new DrizzleQueryError("select ?", [], new Error(LOST)))).toBe(true);
    expect(isDatabaseOutage(LOST)).toBe(false);
  });
});
