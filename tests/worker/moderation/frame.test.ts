import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, mailOutbox, reports, testimonials } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectStatus, expectText, type Jar } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, type createUser, signIn } from "../../helpers/factories";
import { createAdminCaller, listFollowUp } from "../../helpers/follow-up";
import { parseFormEntries } from "../../helpers/forms";

import { readUndoForm } from "../../helpers/undo";
import { insertRequest } from "../requests/setup";
import { createReview } from "../reviews/create-review";
import { insertVerification } from "../verifications/setup";

type User = Awaited<ReturnType<typeof createUser>>;
type Form = Record<string, string | string[]>;
type Decision = { name: string; form?: Form; done: string; event: string; mail?: string };

type Kind = {
  name: "listings" | "reports" | "requests" | "reviews" | "testimonials" | "verifications";
  /** The audit subject's kind, and the queue of the follow-up list. */
  subject: string;
  followUp: string;
  /** Creates what waits since `ts` (ms); returns its id. The user concerned gets the mails. */
  create(concerned: User, ts: number): Promise<string>;
  accept: Decision;
  refuse: Decision;
  /** Whether a later version is another item to decide about. */
  isVersioned: boolean;
  /** Whether the refusal is explained to the user concerned. */
  isExplained: boolean;
  /** The prepared text of a reason to refuse, for a reader of Romanian. */
  prepared?: { reason: string; text: string };
};

const EXPLANATION = "Nu este destul de clar.";
const REJECTION = { reason: "other", text: EXPLANATION };
const PENDING = { state: "pending", publishedTs: null, renewedTs: null, expiresTs: null } as const;
const KINDS: readonly Kind[] = [
  {
    name: "listings",
    subject: "listing",
    followUp: "listings_pending",
    create: async (concerned, submittedTs) =>
      (await createListing(concerned, { ...PENDING, submittedTs })).id,
    accept: {
      name: "approve",
      done: "The listing is published.",
      event: "listing.approved",
      mail: "listing_approved",
    },
    refuse: {
      name: "reject",
      form: REJECTION,
      done: "The listing was rejected.",
      event: "listing.rejected",
      mail: "listing_rejected",
    },
    isVersioned: true,
    isExplained: true,
    prepared: { reason: "price", text: "Vă rugăm să verificați prețul și durata unei lecții." },
  },
  {
    name: "reports",
    subject: "listing",
    followUp: "reports",
    create: async (concerned, createdTs) => {
      const { id: listingId } = await createListing(concerned, { subject: "p" });
      await db.insert(reports).values({ id: newId(), listingId, reason: "spam", text: "", createdTs });
      return listingId;
    },
    accept: {
      name: "decide",
      form: { decision: "dismissed" },
      done: "The reports are dismissed.",
      event: "listing.reports_dismissed",
    },
    refuse: {
      name: "decide",
      form: { decision: "suspended", ...REJECTION },
      done: "The reports are upheld and the listing is suspended.",
      event: "listing.reports_upheld",
      mail: "listing_suspended",
    },
    isVersioned: false,
    isExplained: true,
  },
  {
    name: "requests",
    subject: "request",
    followUp: "requests_pending",
    create: async (concerned, createdTs) =>
      (
        await insertRequest(concerned, {
          state: "pending",
          openedTs: null,
          notifiedPosition: null,
          createdTs,
        })
      ).id,
    accept: {
      name: "approve",
      done: "The request is open.",
      event: "request.approved",
      mail: "request_approved",
    },
    refuse: {
      name: "reject",
      form: REJECTION,
      done: "The request was rejected.",
      event: "request.rejected",
      mail: "request_rejected",
    },
    isVersioned: true,
    isExplained: true,
  },
  {
    name: "reviews",
    subject: "review",
    followUp: "reviews_pending",
    create: async ({ id: learnerId }, createdTs) =>
      (await createReview(await createTeacher(), { learnerId, state: "pending", createdTs })).id,
    accept: {
      name: "publish",
      done: "The review is published.",
      event: "review.published",
      mail: "review_approved",
    },
    refuse: {
      name: "reject",
      form: REJECTION,
      done: "The review was rejected.",
      event: "review.rejected",
      mail: "review_rejected",
    },
    isVersioned: true,
    isExplained: true,
    prepared: { reason: "off_topic", text: "Recenzia nu este despre lecții." },
  },
  {
    name: "testimonials",
    subject: "testimonial",
    followUp: "testimonials",
    create: async ({ id: userId }, createdTs) => {
      const id = newId();
      const text = "Am găsit un profesor bun în două zile.";
      await db
        .insert(testimonials)
        .values({ id, userId, text, name: "Ana", locale: "ro", consentTs: 1, state: "pending", createdTs });
      return id;
    },
    accept: {
      name: "publish",
      done: "Published. The author is notified by email.",
      event: "testimonial.published",
      mail: "testimonial_published",
    },
    refuse: { name: "reject", done: "Not published.", event: "testimonial.rejected" },
    isVersioned: false,
    isExplained: false,
  },
  {
    name: "verifications",
    subject: "verification",
    followUp: "verifications_pending",
    create: (concerned, createdTs) =>
      insertVerification(concerned.id, { state: "pending", decidedTs: null, createdTs }),
    accept: {
      name: "approve",
      form: { proves: "Licență", issuer: "Universitatea din Cluj", document_date: "2010-07-01" },
      done: "Approved.",
      event: "verification.approved",
      mail: "verification_approved",
    },
    refuse: {
      name: "reject",
      form: REJECTION,
      done: "Rejected.",
      event: "verification.rejected",
      mail: "verification_rejected",
    },
    isVersioned: true,
    isExplained: true,
    prepared: {
      reason: "incomplete",
      text: "Lipsește o parte a documentului. Vă rugăm să încărcați toate paginile, față și verso.",
    },
  },
];

describe.each(KINDS)("moderation of $name", (kind) => {
  const queue = `/admin/${kind.name}`;
  // Testimonials have their decisions in the list.
  const toPath = (id: string) => (kind.name === "testimonials" ? queue : `${queue}/${id}`);
  const { accept, refuse } = kind;
  let admin: User;
  let as: Jar;
  let concerned: User;
  let start: number;

  beforeEach(async () => {
    for (const table of [
      "reports",
      "requests",
      "review_reports",
      "reviews",
      "testimonials",
      "verifications",
      "listing_revisions",
    ])
      await db.run(sql.raw(`delete from ${table}`));
    await db.run("update listings set state = 'paused' where state = 'pending'");
    admin = await createAdmin();
    as = await signIn(admin);
    concerned = await createTeacher({ locale: "ro" });
    start = app.clock.now - 10 * DAY_MS;
  });

  const read = async (path: string) => (await app.get(path, { as })).text();
  /** The form of a decision as the page shows it, filled in. */
  const readForm = async (id: string, { name, form }: Decision): Promise<Form> => {
    // The button that approves a listing sends the form of the rejection.
    const formName = kind.name === "listings" ? refuse.name : name;
    const opening = new RegExp(`<form[^>]*action="${queue}/${id}/${formName}"[^>]*>`);
    const shown: Record<string, string[]> = {};
    for (const [field, value] of parseFormEntries(await read(toPath(id)), opening))
      shown[field] = [...(shown[field] ?? []), value];
    return { ...shown, ...form };
  };
  const submit = (id: string, { name }: Decision, form: Form, by: { as?: Jar } = { as }) =>
    app.post(`${queue}/${id}/${name}`, { form, ...by });
  const listMails = () =>
    db.query.mailOutbox.findMany({ where: sql`${mailOutbox.recipient} = ${concerned.email}` });
  const listEvents = (id: string) =>
    db.query.auditLog.findMany({
      where: sql`${auditLog.subject} = ${`${kind.subject}:${id}`} and ${auditLog.actorId} is not null`,
    });

  it("lists what waits, the oldest first, in pages", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 22; n++) ids.push(await kind.create(await createTeacher(), start + (n >> 1)));
    const order = ids
      .map((id, n) => [start + (n >> 1), id] as const)
      .sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1));
    const readIds = (html: string) => [
      ...new Set([...html.matchAll(new RegExp(`"${queue}/([0-9a-z]{16})`, "g"))].map(([, id]) => id)),
    ];
    const first = await read(`${queue}?after=nonsense`);
    const next = first.match(/rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect([...readIds(first), ...readIds(await read(next))]).toEqual(order.map(([, id]) => id));
    expect(readIds(first)).toHaveLength(20);
  });

  it.runIf(kind.name !== "testimonials")(
    "names the keys that act, with a switch for single ones, and marks the decision for them while it is open",
    async () => {
      const id = await kind.create(concerned, start);
      const html = await read(`${queue}/${id}`);
      const keys = html.match(/<p[^>]*decision-keys.*?<\/p>/s)?.[0] ?? "";
      const listed = [...keys.matchAll(/<kbd>([^<]+)/g)].map(([, key]) => key);
      expect(listed).toEqual(refuse.name === "reject" ? ["A", "R", "Ctrl+Enter"] : ["R", "Ctrl+Enter"]);
      const target = keys.match(/href="#([^"]+)"[^>]*accessKey="r"|accessKey="r"[^>]*href="#([^"]+)"/i);
      expect(html).toContain(`id="${target?.[1] ?? target?.[2]}"`);
      expect(html).toContain("data-single-keys");
      expect(html).toContain("data-decision");
      await submit(id, accept, await readForm(id, accept));
      expect(await read(`${queue}/${id}`)).not.toContain("data-decision");
    },
  );

  it("returns 404 for an unknown item", async () => {
    const form = await readForm(await kind.create(concerned, start), accept);
    await expectStatus(submit(newId(), accept, form), 404);
  });

  it("a decision writes an audit event, mails the user concerned in their language, and continues", async () => {
    const ids: string[] = [];
    for (const n of [0, 1, 2])
      ids.push(await kind.create(n === 1 ? concerned : await createTeacher(), start + n));
    const [first = "", second = "", third = ""] = ids;
    const toNext = (id: string) => (kind.name === "testimonials" ? queue : `${queue}/${id}`);
    const answer = await submit(second, refuse, await readForm(second, refuse));
    const to = answer.headers.get("location") ?? "";
    expect([answer.status, to.split("?")[0]]).toEqual([303, toNext(third)]);
    expectText(await read(to), refuse.done);
    expectText(await read(to), "2 more are waiting.");
    expect((await listEvents(second)).map(({ action, actorId }) => [action, actorId])).toContainEqual([
      refuse.event,
      admin.id,
    ]);
    const [mail] = await listMails();
    expect(mail?.template).toBe(refuse.mail);
    if (mail) expect(mail.text).toContain(`> ${EXPLANATION}`);

    // After the last item of the list its first one follows, then the list.
    const afterLast = await submit(third, accept, await readForm(third, accept));
    expect(afterLast.headers.get("location")?.split("?")[0]).toBe(toNext(first));
    const last = await submit(first, accept, await readForm(first, accept));
    expect(last.headers.get("location")?.split("?")[0]).toBe(queue);
    const html = await read(last.headers.get("location") ?? "");
    expectText(html, accept.done);
    expect(html).not.toContain("more are waiting");
    expect((await listEvents(first)).map(({ action }) => action)).toContain(accept.event);
    expect((await app.get(`${queue}/${first}/${accept.name}`, { as })).status, "a reload").toBe(303);
  });

  it("of decisions at the same time the first counts, and a later one is told so", async () => {
    const id = await kind.create(concerned, start);
    const forms = { accept: await readForm(id, accept), refuse: await readForm(id, refuse) };
    const answers = await Promise.all([
      submit(id, accept, forms.accept),
      submit(id, refuse, forms.refuse),
      submit(id, refuse, forms.refuse),
    ]);
    expect(answers.some(({ status }) => status === 303)).toBe(true);
    const events = (await listEvents(id)).filter(({ action }) =>
      [accept.event, refuse.event].includes(action),
    );
    expect(events).toHaveLength(1);
    const isAccepted = events[0]?.action === accept.event;
    const expectedMail = (isAccepted ? accept : refuse).mail;
    expect((await listMails()).map(({ template }) => template)).toEqual(expectedMail ? [expectedMail] : []);

    const late = isAccepted ? await submit(id, refuse, forms.refuse) : await submit(id, accept, forms.accept);
    expect(late.status).toBe(409);
    expectText(
      await late.text(),
      "Your decision was not saved: this was changed or decided after you opened it.",
    );
    expect((await listMails()).length).toBe(expectedMail ? 1 : 0);
    // Also a form that lacks something: the page has no fields any more that could say so.
    if (!kind.isExplained) return;
    const lacking = await expectPage(submit(id, refuse, { ...forms.refuse, reason: "" }), 422);
    for (const text of ["Your decision was not saved", `${EXPLANATION}</textarea>`])
      expectText(lacking, text);
  });

  it.runIf(kind.isVersioned)(
    "an item that was changed since the admin opened it is not decided",
    async () => {
      const id = await kind.create(concerned, start);
      const form = await readForm(id, accept);
      await db.run(sql.raw(`update ${kind.name} set version = version + 1 where id = '${id}'`));
      const answer = await expectStatus(submit(id, accept, form), 409);
      expectText(await answer.text(), "Your decision was not saved");
      expect(await listEvents(id)).toEqual([]);
    },
  );

  it.runIf(kind.isExplained)("an explanation is required; what was typed stays", async () => {
    const id = await kind.create(concerned, start);
    const form = await readForm(id, refuse);
    for (const [missing, field] of [
      [{ reason: "" }, "reason"],
      [{ reason: "nonsense" }, "reason"],
      [{ text: " \n " }, "text"],
      [{ text: "x".repeat(1001) }, "text"],
    ] as const) {
      const html = await expectPage(submit(id, refuse, { ...form, ...missing }), 422);
      expectText(html, `href="#field-${refuse.name}-${field}"`);
      if (field === "reason") expectText(html, `${EXPLANATION}</textarea>`);
    }
    expect(await listEvents(id)).toEqual([]);
    expect(await listMails()).toEqual([]);
    // The undo of the decision before stays beside the error.
    const before = await kind.create(await createTeacher(), start - 1);
    const decided = await submit(before, accept, await readForm(before, accept));
    const page = await read(decided.headers.get("location") ?? "");
    const [, action = ""] = page.match(new RegExp(`action="(${queue}/${id}/${refuse.name}[^"]*)"`)) ?? [];
    const sent = app.post(action.replaceAll("&amp;", "&"), { as, form: { ...form, text: "" } });
    const refused = await expectPage(sent, 422);
    expectText(refused, `action="${queue}/${before}/undo"`);
  });

  it.runIf(kind.prepared)("inserts the prepared text of a reason in the reader's language", async () => {
    const { reason = "", text = "" } = kind.prepared ?? {};
    const id = await kind.create(concerned, start);
    const form = { ...(await readForm(id, refuse)), reason, text: "Am verificat.", intent: "fill" };
    const html = await expectPage(submit(id, refuse, form), 200);
    expectText(html, `Am verificat.\n\n${text}`);
    expectText(html, "in the language of its reader: Romanian");
    expect(await listEvents(id)).toEqual([]);
  });

  it("takes a decision back within 60 seconds, once: as it was before, and no mail", async () => {
    const id = await kind.create(concerned, start);
    const column = kind.name === "reports" ? "listing_id" : "id";
    const readRows = async () =>
      (await db.all<object>(sql.raw(`select * from ${kind.name} where ${column} = '${id}'`))).map((row) => ({
        ...row,
        ...{ version: 0, updated_ts: 0, opened_files: "" },
      }));
    const before = await readRows();
    const undo = async () =>
      submit(id, { ...accept, name: "undo" }, await readUndoForm(`${kind.subject}:${id}`));
    for (const decision of [accept, refuse]) {
      const decided = await submit(id, decision, await readForm(id, decision));
      app.clock.now += 59_000;
      expect(await read(decided.headers.get("location") ?? "")).toContain(`action="${queue}/${id}/undo"`);
      const undone = await expectStatus(undo(), 303);
      expectText(await read(undone.headers.get("location") ?? ""), "The decision was undone");
      expect(await readRows()).toEqual(before);
      expect(await listMails()).toEqual([]);
      await expectStatus(undo(), 409);
    }
    const done = await submit(id, accept, await readForm(id, accept));
    if (kind.name === "listings") {
      // The notice about another item, which cannot be undone, does not offer the undo of this page's item.
      const other = await kind.create(concerned, start);
      const query = new URLSearchParams((done.headers.get("location") ?? "").split("?")[1]);
      const html = await read(`${queue}/${id}?done=${query.get("done")}&decided=${other}`);
      const [, panel = ""] = html.split('id="decisions"');
      expect(html.split(`${queue}/${id}/undo"`)).toHaveLength(2);
      expect(panel).toContain(`${queue}/${id}/undo"`);
    }
    app.clock.now += 60_000;
    await expectStatus(undo(), 409);
  });

  it("is a row of the follow-up list until the decision", async () => {
    const id = await kind.create(concerned, start);
    const caller = await createAdminCaller();
    const list = async () => (await listFollowUp(caller, { queue: kind.followUp })).content;
    expect(await list()).toMatchObject([
      {
        key: `${kind.followUp}:${id}`,
        since_ts: { seconds: Math.floor(start / 1000) },
        subject: { path: toPath(id) },
      },
    ]);
    expectText(await read(paths.admin()), `href="${queue}"`);
    await submit(id, accept, await readForm(id, accept));
    expect(await list()).toEqual([]);
  });
});
