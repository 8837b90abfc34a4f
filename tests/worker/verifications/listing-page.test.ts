import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { app, createTestApp, expectText } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createListing, createTeacher, type User } from "../../helpers/factories";
import { insertVerification } from "./setup";

const { db: countingBinding, ledger } = createCountingDb(app.bindings.DB);
const measuredApp = createTestApp({ DB: countingBinding as never });
const start = app.clock.now;
let teacher: User;
let listingId: string;

beforeEach(async () => {
  app.clock.now = start;
  teacher = await createTeacher();
  listingId = (await createListing(teacher)).id;
});

const readPage = async (prefix = "") => (await app.get(`${prefix}/tutoring/${listingId}`)).text();
const readChecked = async (): Promise<unknown> =>
  ((await (await app.get(`/api/listings/${listingId}`)).json()) as { content: { checked: unknown } }).content
    .checked;

describe("GET /tutoring/{id} and GET /api/listings/{id}", () => {
  it("say what was seen of a checked document and when, and what that means", async () => {
    await insertVerification(teacher.id, { decidedTs: start });
    const page = await readPage();
    expectText(
      page,
      // Without the date of the diploma, which would tell the teacher's age.
      "Diploma seen on Nov 20, 2026: Licență în matematică (Universitatea din București)",
      "<summary>What this means</summary>",
    );
    expect(await readPage("/ro")).toContain("Diplomă văzută pe 20.11.2026: Licență în matematică");
    expect(await readChecked()).toEqual([
      {
        kind: "diploma",
        proves: "Licență în matematică",
        document_date: "2010-07-01",
        checked_date: "2026-11-20",
      },
    ]);
  });

  it("show nothing without a checked document; a list says what a missing certificate of integrity means", async () => {
    for (const state of ["pending", "rejected", "withdrawn"] as const)
      await insertVerification(teacher.id, { state });
    const meaning = "Where a listing does not show “Certificate of integrity”, we have not seen one.";
    expect(await app.read("/tutoring?subject=m")).toContain(meaning);
    expect(await readPage()).not.toContain("<h2>Checked documents</h2>");
    expect(await readChecked()).toEqual([]);
    await insertVerification(teacher.id, {
      kind: "integrity",
      proves: "",
      decidedTs: start,
      endsTs: start + DAY_MS,
    });
    expect(await app.read("/tutoring?subject=m&integrity=1")).not.toContain(meaning);
  });

  it("read the documents of the teacher alone", async () => {
    await insertVerification(teacher.id);
    const countRows = async () => {
      ledger.clear();
      await measuredApp.get(`/tutoring/${listingId}`);
      const reads = ledger.statements.filter(({ sql }) => sql.includes("verifications"));
      expect(reads).toHaveLength(1);
      return reads[0]?.rowsRead;
    };
    const other = await createTeacher();
    // A look-up by an index may also read the row after its last one, so the other teacher has a document before, too.
    await insertVerification(other.id);
    const before = await countRows();
    for (let n = 0; n < 100; n++) await insertVerification(other.id);
    expect(await countRows()).toBe(before);
  });

  it("show a certificate of integrity until it ends, and of several only the latest", async () => {
    const integrity = { kind: "integrity", proves: "" } as const;
    await insertVerification(teacher.id, { ...integrity, decidedTs: start, endsTs: start + DAY_MS });
    await insertVerification(teacher.id, {
      ...integrity,
      decidedTs: start - DAY_MS,
      endsTs: start + DAY_MS / 2,
    });
    const page = await readPage();
    // At the top of the page with its meaning, and with its details.
    expect(page).toContain("Its holder is not in the register of persons");
    expect(page.match(/Certificate of integrity seen on/g)).toHaveLength(2);
    expect(page).toMatch(/, issued on \w+ \d+, \d+; shown until Nov 21, 2026\)/);
    const missing = "We have not seen a certificate of integrity from this teacher.";
    expect(page).not.toContain(missing);
    app.clock.now = start + DAY_MS;
    const later = await readPage();
    expect(later).not.toContain("Certificate of integrity");
    for (const html of [later, await app.read(paths.teacher(teacher.id))])
      expect(html).toContain(`${missing}<!-- --> <a href="${paths.safety()}#agree">`);
    expect(later).not.toContain("#integrity");
    expect(await readChecked()).toEqual([]);
  });
});
