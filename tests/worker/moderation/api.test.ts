import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listingRevisions, listings } from "@/db/schema";
import type { ListingState } from "@/shared/codes";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, bindings, createTestApp, db, expectStatus } from "../../helpers/app";
import {
  createListing,
  createTeacher,
  findListing,
  listRows,
  mailsTo,
  templatesTo,
} from "../../helpers/factories";
import { interruptDb } from "../../helpers/interrupt-db";

let admin: { headers: Record<string, string> };
let teacher: Awaited<ReturnType<typeof createTeacher>>;

beforeEach(async () => {
  const person = await createUserWithPassword({ role: "a" });
  admin = bearer((await signInByEmail(person.email)).token);
  teacher = await createTeacher();
});

type Answer = {
  content: { _id: string; state: ListingState; proposed: object | null }[];
  next: string | null;
};
const list = async (query = "") =>
  (await (await app.get(`/api/admin/listings${query}`, admin)).json()) as Answer;
const post = (id: string, action: string, json?: object) =>
  app.post(`/api/admin/listings/${id}/${action}`, { ...admin, ...(json ? { json } : {}) });
const PENDING = { state: "pending", publishedTs: null, renewedTs: null, expiresTs: null } as const;

/** All pages of a list, by id. */
async function listAllIds(query: string): Promise<string[]> {
  const seen: string[] = [];
  let next: string | null = "";
  for (let pages = 0; next !== null && pages < 20; pages++) {
    const answer: Answer = await list(`${query}${next ? `&after=${next}` : ""}`);
    seen.push(...answer.content.map(({ _id }) => _id));
    next = answer.next;
  }
  return seen;
}

describe("GET /api/admin/listings", () => {
  it("lists each state, in pages without gaps or duplicates", async () => {
    const rowsByState = {
      draft: { ...PENDING, state: "draft" },
      pending: PENDING,
      rejected: { ...PENDING, state: "rejected" },
      published: {},
      expired: { expiresTs: app.clock.now - 1 },
      paused: { state: "paused" },
      suspended: { state: "suspended" },
      deleted: { state: "deleted" },
    } as const;
    for (const [state, row] of Object.entries(rowsByState)) {
      const newIds: string[] = [];
      for (let n = 0; n < 23; n++) {
        // Several have the same timestamp, as in a batch.
        const updatedTs = app.clock.now - (n >> 1) * 1000;
        const expiresTs = state === "expired" ? updatedTs - 1 : undefined;
        const more = { ...row, updatedTs, ...(expiresTs ? { expiresTs } : {}) };
        newIds.push((await createListing(teacher, more)).id);
      }
      const seen = await listAllIds(`?state=${state}`);
      expect(new Set(seen).size, state).toBe(seen.length);
      expect([...seen].sort(), state).toEqual([...newIds].sort());
      expect((await list(`?state=${state}`)).content.every((listing) => listing.state === state)).toBe(true);
    }
  });

  it("without a state lists what waits for review, including revisions of published listings", async () => {
    const pending = await createListing(teacher, { ...PENDING, submittedTs: 1 });
    const live = await createListing(teacher, {});
    await db
      .insert(listingRevisions)
      .values({ listingId: live.id, title: "Titlu nou", description: "Text nou", submittedTs: 2 });
    const { content } = await list();
    const [first, second] = content;
    expect(first).toMatchObject({ _id: pending.id, state: "pending", proposed: null });
    expect(second).toMatchObject({
      _id: live.id,
      state: "published",
      title: live.title,
      proposed: { title: "Titlu nou", description: "Text nou", state_reason: null },
    });
    const approved = await post(live.id, "approve");
    expect(await approved.json()).toMatchObject({ content: { title: "Titlu nou", proposed: null } });
  });
});

describe("POST /api/admin/listings/{id}/…", () => {
  it("approve: 200 with the reviewed version, or without one; 409 for another", async () => {
    const [first, second] = [
      await createListing(teacher, { ...PENDING, version: 4 }),
      await createListing(teacher, { ...PENDING, subject: "p" }),
    ];
    const stale = await expectStatus(post(first.id, "approve", { version: 3 }), 409);
    expect(await stale.json()).toMatchObject({ title: "datastale" });
    expect((await findListing(first.id))?.state).toBe("pending");
    await expectStatus(post(first.id, "approve", { version: 4 }), 200);
    const answer = await post(second.id, "approve");
    expect(await answer.json()).toMatchObject({
      content: { _id: second.id, state: "published", version: 2 },
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const mails = (await mailsTo(teacher.email)).filter(({ template }) => template === "listing_approved");
    expect(mails).toHaveLength(2);
  });

  it("approve without a version: never a revision that was replaced in between", async () => {
    const live = await createListing(teacher, {});
    const revision = { title: "Titlu nou", submittedTs: 1 };
    await db.insert(listingRevisions).values({ ...revision, listingId: live.id, description: "Text citit" });
    const rewritten = { ...revision, description: "Text scris între timp" };
    const DB = interruptDb(bindings.DB, /from "listings" inner join "users"/, () =>
      db.batch([
        db.update(listings).set({ version: 2 }).where(eq(listings.id, live.id)),
        db.update(listingRevisions).set(rewritten).where(eq(listingRevisions.listingId, live.id)),
      ]),
    );
    const slow = createTestApp({ DB } as unknown as Parameters<typeof createTestApp>[0]);
    await slow.post(`/api/admin/listings/${live.id}/approve`, admin);
    const after = await findListing(live.id);
    expect(after?.version).toBeGreaterThanOrEqual(2);
    expect([live.description, rewritten.description]).toContain(after?.description);
    const [left] = await listRows(listingRevisions, { listingId: live.id });
    expect(left?.description ?? after?.description).toBe(rewritten.description);
  });

  it("reject, suspend and reinstate: 200 with the current listing, and a mail to the owner", async () => {
    const { id } = await createListing(teacher, PENDING);
    const rejected = await post(id, "reject", { reason: "price", text: "Cât costă o oră?" });
    expect(await rejected.json()).toMatchObject({
      content: {
        state: "rejected",
        state_reason: "price",
        state_reasons: ["price"],
        state_note: "Cât costă o oră?",
      },
    });
    const live = await createListing(teacher, {});
    const suspended = await post(live.id, "suspend", { reason: "unsafe", text: "Cere bani înainte." });
    expect(await suspended.json()).toMatchObject({ content: { state: "suspended", state_reason: "unsafe" } });
    const back = await post(live.id, "reinstate");
    expect(await back.json()).toMatchObject({ content: { state: "published", state_reason: null } });
    expect((await templatesTo(teacher.email)).sort()).toEqual([
      "listing_reinstated",
      "listing_rejected",
      "listing_suspended",
    ]);
  });
});
