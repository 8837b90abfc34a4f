import { DrizzleQueryError } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { isDatabaseOutage } from "@/db/database-outage";
import { signUpInput } from "../../helpers/accounts";
import { type Actor, app, expectText } from "../../helpers/app";
import { D1_ERRORS } from "../../helpers/d1-errors";
import { countRows, createUser } from "../../helpers/factories";
import { captureErrors, intercept } from "../../helpers/intercept";

const LOST = "D1_ERROR: Network connection lost.";
const LASTING = ["D1_ERROR: no such column: colour: SQLITE_ERROR", "UNIQUE constraint failed: users.email"];
let jar: Actor;
beforeEach(async () => {
  jar = await createUser();
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
  it("pages and API reads return 503 with Retry-After", async () => {
    failReads(LOST);
    const { outcome, complaints } = await captureErrors(() => app.get("/ro/profile", { as: jar }));
    expect([outcome.status, outcome.headers.get("retry-after")]).toEqual([503, "5"]);
    expectText(await outcome.text(), "Momentan nu este disponibil. Încercați din nou peste 5 secunde.");
    expect(complaints.join()).toContain(LOST);
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
    failReads(LASTING[0] ?? "");
    const { outcome } = await captureErrors(() => app.get("/api/listings"));
    expect([outcome.status, outcome.headers.get("retry-after")]).toEqual([500, null]);
  });

  it("knows an outage by D1's messages, not by user text in a failed query", () => {
    for (const message of D1_ERRORS) expect(isDatabaseOutage(new Error(message)), message).toBe(true);
    for (const message of LASTING) expect(isDatabaseOutage(new Error(message)), message).toBe(false);
    const error = new DrizzleQueryError("select ?", ["network connection lost"], new Error("too many terms"));
    expect(isDatabaseOutage(error)).toBe(false);
    expect(isDatabaseOutage(new DrizzleQueryError("select ?", [], new Error(LOST)))).toBe(true);
    expect(isDatabaseOutage(LOST)).toBe(false);
  });
});
