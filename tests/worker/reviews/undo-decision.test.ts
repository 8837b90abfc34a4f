import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { mailOutbox, siteRating, users } from "@/db/schema";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectStatus } from "../../helpers/app";
import { createUser, findUser, updateRow } from "../../helpers/factories";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { readUndoForm } from "../../helpers/undo";
import { createReviewSetup, findReport, findReview, REFUSAL, type ReviewSetup } from "./admin-setup";

let setup: ReviewSetup;
beforeEach(async () => {
  setup = await createReviewSetup();
});

const submit = (id: string, action: string, form: Record<string, string>) =>
  app.post(paths.adminReviewAction(id, action), { form, as: setup.as });
const undo = async (id: string) => submit(id, "undo", await readUndoForm(`review:${id}`));
const listMails = (id: string) =>
  db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.about, `review:${id}`));

/** The warning about the pending reviews of the setup. */
const CONFIRMED = { confirmed_warning: "reviews.admin.rules.contact_data.title" };

describe("POST /admin/reviews/{id}/undo", () => {
  const OBJECTION = { objectionTs: 5, objectionText: "De ce?" };
  it.each([
    ["publish", { state: "pending" }, null, 2],
    ["reject", { state: "pending", earlierText: "Textul de ieri." }, null, 1],
    ["remove", { state: "published" }, null, 3],
    ["dismiss", { state: "published" }, "open", 1],
    ["decline-objection", { state: "published" }, "objected", 1],
    ["publish", { state: "removed", reason: "off_topic", reasonText: "Altceva.", ...OBJECTION }, null, 2],
    ["decline-objection", { state: "removed", reason: "off_topic", ...OBJECTION }, null, 1],
  ] as const)("takes back %s of %o and none of its mails leaves", async (decision, values, report, mails) => {
    const { teacher, insertReview, insertReport } = setup;
    const id = await insertReview(values);
    const open = await insertReport(id, { reporterId: (await createUser()).id });
    const dismissed = { outcome: "dismissed", decidedTs: 3, decisionText: "Respectă regulile." } as const;
    const objected = await insertReport(id, { ...dismissed, objectionTs: report === "open" ? null : 4 });
    const read = async () => ({
      review: { ...(await findReview(id)), version: 0 },
      reports: [await findReport(open), await findReport(objected)],
      teacher: await findUser(teacher.id),
      site: await db.select().from(siteRating),
    });
    const before = await read();
    const reportId = report === null ? "" : { open, objected }[report];
    const form = { ...REFUSAL, ...CONFIRMED, report_id: reportId, version: "1" };
    // Only a pending review can be approved by a key; the others have that of the form.
    const waiting = await app.read(paths.adminReview(id), { as: setup.as });
    const keys = [...waiting.matchAll(/<kbd>([^<N]+)<\/kbd> /g)].map(([, key]) => key);
    if (values.state === "pending") expect(keys).toEqual(["A", "R", "Ctrl+Enter"]);
    else if (decision !== "remove") expect(keys).toEqual(["R", "Ctrl+Enter"]);
    await expectStatus(submit(id, decision, form), 303);
    expect(await read()).not.toEqual(before);
    expect(await listMails(id)).toHaveLength(mails);
    app.clock.now += 59_000;
    const undone = await expectStatus(undo(id), 303);
    expect(await read()).toEqual(before);
    expect(await listMails(id)).toEqual([]);
    await expectConsistentIndex(app.clock.now);
    const html = await app.read(undone.headers.get("location") ?? "", { as: setup.as });
    expect(html).toContain("The decision was undone");
    if (decision !== "publish") expect(html).toContain(`${REFUSAL.text}</textarea>`);
  });

  it("is refused once one of its mails was tried, and for a review about the admin", async () => {
    const { insertReview, insertGuestReview, teacher } = setup;
    const [tried, own] = [await insertReview(), await insertGuestReview()];
    for (const id of [tried, own]) await submit(id, "publish", { ...CONFIRMED, version: "1" });
    const [first] = await listMails(tried);
    await updateRow(mailOutbox, first?.id ?? "", { attempts: 1 });
    expect(await expectPage(undo(tried), 409)).toContain("can no longer be undone");
    await updateRow(users, teacher.id, { role: "a" });
    const form = await readUndoForm(`review:${own}`);
    await expectStatus(app.post(paths.adminReviewAction(own, "undo"), { form, as: teacher }), 403);
    expect(await findReview(own)).toMatchObject({ state: "published" });
  });
});
