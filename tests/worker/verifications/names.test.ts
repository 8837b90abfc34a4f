import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { users, verifications } from "@/db/schema";
import { sendBadgeReminders } from "@/features/verifications";
import { DAY_MS } from "@/shared/dates";
import { app, db, expectStatus, expectText } from "../../helpers/app";
import { mailsTo, templatesTo } from "../../helpers/factories";
import { listFoundIds } from "../../helpers/list-found-ids";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";
import { call } from "../../helpers/storage-fixture";
import { createSite, findState, insertVerification, type Site } from "./setup";

let site: Site;
beforeEach(async () => {
  site = await createSite();
});

const rename = async (name: { first_name?: string; last_name?: string }) => {
  await expectStatus(call(site.as, "PUT", "/auth/users/me", { json: name }), 200);
};

/** Whether the listing page, the JSON, the filter and the card show a badge. */
async function readShown() {
  const { listing, teacher } = site;
  const page = await app.read(`/tutoring/${listing.id}`);
  const json = await (await app.get(`/api/listings/${listing.id}`)).json();
  const filtered = await listFoundIds("verified=1");
  const [row] = await db.select({ until: users.checkedUntilTs }).from(users).where(sql`id = ${teacher.id}`);
  await expectConsistentIndex(app.clock.now);
  return {
    page: page.includes("Diploma seen on"),
    json: (json as { content: { checked: unknown[] } }).content.checked.length > 0,
    filter: filtered.includes(listing.id),
    card: row?.until !== null,
  };
}

const SHOWN = { page: true, json: true, filter: true, card: true };
const HIDDEN = { page: false, json: false, filter: false, card: false };

const readTemplates = async () => await templatesTo(site.teacher.email);
const readOwnPage = async () => {
  const { teacher } = site;
  return (await app.get("/profile/verification", { as: teacher })).text();
};
const findCheckedName = async (id: string) =>
  (await db.select().from(verifications).where(sql`id = ${id}`))[0]?.checkedName;

describe("a badge", () => {
  it("is not shown under another name, which the page and a mail say", async () => {
    const id = await site.request();
    await site.approve(id);
    expect(await findCheckedName(id)).toBe("Ana Popa");
    expect(await readShown()).toEqual(SHOWN);
    const ownPage = await readOwnPage();
    expect(ownPage).not.toContain("compared this document with the name");
    expect(ownPage).toContain("such as a copy of the marriage certificate");

    await rename({ last_name: "Ionescu" });
    expect(await readShown()).toEqual(HIDDEN);
    expect(await readTemplates()).toEqual(["verification_approved", "badges_hidden"]);
    const [, mail] = await mailsTo(site.teacher.email);
    expect(mail?.text).toContain("We compared your documents with the name Ana Popa");
    const page = await readOwnPage();
    expectText(page, "compared this document with the name Ana Popa", "Not shown");
    // Only the badges that are shown are news.
    await rename({ first_name: "Ioana" });
    expect(await readTemplates()).toHaveLength(2);
    const list = await (await call(site.as, "GET", "/api/verifications")).json();
    expect(list).toMatchObject({ content: [{ _id: id, state: "approved", checked_name: "Ana Popa" }] });
  });

  it("is shown again under the checked name, and after an admin checked a document with the new one", async () => {
    await insertVerification(site.teacher.id);
    await rename({ last_name: "Ionescu" });
    await rename({ last_name: "Popa" });
    expect(await readShown()).toEqual(SHOWN);
    await rename({ last_name: "Ionescu" });
    expect(await readShown()).toEqual(HIDDEN);
    const id = await site.request();
    await site.approve(id);
    expect(await findCheckedName(id)).toBe("Ana Ionescu");
    expect(await readShown()).toEqual(SHOWN);
  });

  it("stays when only case or diacritics of the name change", async () => {
    const id = await insertVerification(site.teacher.id);
    await rename({ first_name: "ANĂ", last_name: "POPâ" });
    expect(await findCheckedName(id)).toBe("ANĂ POPâ");
    expect(await readShown()).toEqual(SHOWN);
    expect(await readTemplates()).toEqual([]);
  });

  it("that has ended or was withdrawn causes no mail when the name changes", async () => {
    const { teacher } = site;
    await insertVerification(teacher.id, { kind: "integrity", endsTs: app.clock.now });
    await insertVerification(teacher.id, { state: "withdrawn" });
    await rename({ last_name: "Ionescu" });
    expect(await readTemplates()).toEqual([]);
  });

  it("under another name is not announced to end", async () => {
    const { teacher } = site;
    const endsTs = app.clock.now + 10 * DAY_MS;
    await insertVerification(teacher.id, { kind: "integrity", proves: "", endsTs });
    await rename({ last_name: "Ionescu" });
    await sendBadgeReminders(servicesAt(app.clock.now));
    expect(await readTemplates()).toEqual(["badges_hidden"]);
  });
});

describe("an open request", () => {
  it("can't be approved by an admin who read the earlier name", async () => {
    const { admin } = site;
    const id = await site.request();
    await rename({ last_name: "Ionescu" });
    await expectStatus(site.approve(id, { version: 1 }), 409);
    await expectStatus(site.approve(id, { version: 2 }), 200);
    expect(await findCheckedName(id)).toBe("Ana Ionescu");
    const page = await app.get(`/admin/verifications/${id}`, { as: admin });
    expect(await page.text()).toContain("Checked for the name");
  });

  it("can't be approved without a version after the name changed, but rejected", async () => {
    const id = await site.request();
    await rename({ last_name: "Ionescu" });
    const refused = await site.approve(id);
    expect([refused.status, await refused.json()]).toMatchObject([409, { title: "datastale" }]);
    expect(await findState(id)).toBe("pending");
    await expectStatus(site.reject(id), 200);
  });

  it("approved while the name changes shows no badge for a name that was not checked", async () => {
    for (let n = 1; n <= 5; n++) {
      const id = await site.request();
      await Promise.all([site.approve(id), rename({ last_name: n % 2 ? "Ionescu" : "Popa" })]);
      const [row] = await db.select().from(verifications).where(sql`id = ${id}`);
      if (row?.state === "pending") await site.reject(id);
      const [user] = await db.select().from(users).where(sql`id = ${site.teacher.id}`);
      const names = await db.select().from(verifications).where(sql`user_id = ${site.teacher.id}`);
      const name = `${user?.firstName} ${user?.lastName}`;
      const isShown = names.some(({ state, checkedName }) => state === "approved" && checkedName === name);
      expect(user?.checkedUntilTs !== null).toBe(isShown);
    }
  });
});
