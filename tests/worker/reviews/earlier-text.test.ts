import { beforeEach, describe, expect, it } from "vitest";
import { reviewReports } from "@/db/schema";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, expectStatus, expectText } from "../../helpers/app";
import { createAdmin, listRows, type User } from "../../helpers/factories";
import { createContact, listTeacherReviews, REVIEW, sendReview } from "./contact";

let contact: Awaited<ReturnType<typeof createContact>>;
let admin: User;
let id: string;
beforeEach(async () => {
  contact = await createContact();
  admin = await createAdmin();
});

const PHONE = "Sunați la 0722 345 678, vă rog frumos.";
const CORRECTED = `${REVIEW.text} Corectat.`;
const REFUSAL = { reason: "off_topic", text: "Nu este despre lecții." };

async function write(text: string): Promise<void> {
  const [current] = await listTeacherReviews(contact.teacher.id);
  const version: Record<string, string> = current ? { version: String(current.version) } : {};
  await expectStatus(sendReview(contact.path, contact.as, { text, ...version }), 303);
  id = (await listTeacherReviews(contact.teacher.id))[0]?.id ?? "";
}

const decide = async (action: string, json: object = {}) => {
  const headers = bearer(await createAccessToken(admin));
  await expectStatus(app.post(`/api/admin/reviews/${id}/${action}`, { ...headers, json }), 200);
};
const findEarlierText = async () => (await listTeacherReviews(contact.teacher.id))[0]?.earlierText;
const readAdminPage = async () => app.read(`/admin/reviews/${id}`, { as: admin });
const report = async () => {
  await expectStatus(app.post(`/api/reviews/${id}/reports`, { json: { reason: "offensive" } }), 201);
};

describe("an admin who decides about an edited review", () => {
  it("sees the text that was public, until the decision", async () => {
    await write(REVIEW.text);
    await write(PHONE);
    expect(await findEarlierText()).toBe(REVIEW.text);
    const page = await readAdminPage();
    expectText(page, "Text before the edit", REVIEW.text);
    const headers = bearer(await createAccessToken(admin));
    const list = await (await app.get("/api/admin/reviews?state=pending", headers)).json();
    expect(list).toMatchObject({ content: [{ _id: id, text: PHONE, earlier_text: REVIEW.text }] });
    // A further edit changes nothing about what was public.
    await write(`${PHONE} Mulțumesc.`);
    expect(await findEarlierText()).toBe(REVIEW.text);
    await decide("publish");
    expect(await findEarlierText()).toBeNull();
    expect(await readAdminPage()).not.toContain("Text before the edit");
  });

  it("sees the text and the explanation of an earlier rejection", async () => {
    await write(PHONE);
    await decide("reject", REFUSAL);
    await write(CORRECTED);
    expect(await findEarlierText()).toBe(PHONE);
    const page = await readAdminPage();
    expectText(page, PHONE, REFUSAL.text);
  });

  it("sees the text that was reported", async () => {
    await write(REVIEW.text);
    await report();
    await write(CORRECTED);
    expect((await listTeacherReviews(contact.teacher.id))[0]).toMatchObject({
      state: "published",
      earlierText: REVIEW.text,
    });
    expect(await readAdminPage()).toContain("Text before the edit");
  });

  it("still sees it after a report was dismissed, while another report or an objection waits", async () => {
    await write(REVIEW.text);
    await report();
    await write(CORRECTED);
    const [dismissed] = await listRows(reviewReports, { reviewId: id });
    await decide("dismiss", { report_ids: [dismissed?.id], text: "Recenzia respectă regulile." });
    expect(await findEarlierText()).toBe(REVIEW.text);
    expect(await readAdminPage()).toContain("Text before the edit");
  });

  it("sees no earlier text that only the author has read", async () => {
    await write(PHONE);
    await write(`${PHONE} Mulțumesc.`);
    expect(await findEarlierText()).toBeNull();
  });
});

describe("the earlier text of a review", () => {
  it("is not stored when the edit is published and nothing waits for a decision", async () => {
    await write(REVIEW.text);
    await write(CORRECTED);
    expect(await findEarlierText()).toBeNull();
    await write(PHONE);
    await write(REVIEW.text);
    expect(await findEarlierText()).toBeNull();
  });

  it("is deleted when the author withdraws the review", async () => {
    await write(REVIEW.text);
    await write(PHONE);
    await app.post(`${contact.path}/withdraw`, { as: contact.as, form: {} });
    expect(await findEarlierText()).toBeNull();
  });
});
