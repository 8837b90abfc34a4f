import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, enquiries, messages, reports } from "@/db/schema";
import { eraseReporters } from "@/features/moderation";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { app, db, expectStatus, expectText } from "../../helpers/app";
import { createListing, createUser, listRows, mailsTo, signIn } from "../../helpers/factories";
import {
  confirmAsGuest,
  findGuestLink,
  newGuestEmail,
  publishListing,
  writeAsGuest,
} from "../../helpers/guests";
import { findListingEnquiry, write } from "../enquiries/participants";
import { admin, decide, listReports, read, report, startWithAdmin } from "./fixture";

beforeEach(startWithAdmin);

describe("reported conversations of guests and of erased users", () => {
  it("stops the messages to a guest in all conversations, until the guest confirms to unblock", async () => {
    const { listing, teacher, asTeacher } = await publishListing();
    const email = newGuestEmail();
    const send = async (listingId: string) => {
      await writeAsGuest(listingId, { email });
      await confirmAsGuest(email);
      return findGuestLink(email);
    };
    const first = await send(listing.id);
    const second = await send((await createListing(teacher, { subject: "c" })).id);
    // A guest who writes for a child: the teacher waits for the decision in both.
    await db.update(enquiries).set({ learnerWho: "child" });
    const answer = { as: asTeacher, form: { message: "Vă aștept." } };
    await report(first.id, null, { token: first.token, reason: "spam" });
    await expectStatus(app.post(paths.enquiry(second.id), answer), 303);
    await report(first.id, null, { token: first.token });
    await expectStatus(app.post(paths.enquiry(second.id), answer), 409);
    expectText(await app.read(first.path), "Our team is checking messages of this teacher to you");
    expectText(await app.read(paths.inbox(), { as: asTeacher }), "Our team is checking it");
    await decide(first.id, { decision: "blocked" });
    const told = (await mailsTo(email)).find(({ template }) => template === "conversation_report_decided");
    expectText(told?.text ?? "", "in any other of the two", first.path);
    const other = await app.read(second.path);
    expectText(other, "Our team stopped the messages of this person", "because they broke our rules");
    expect(other).not.toContain("You blocked this person");
    const form = { token: first.token, blocked: "" };
    const pressed = await app.post(paths.enquiryBlock(first.id), { form });
    const unblocked = await app.read(pressed.headers.get("location") ?? "");
    expectText(unblocked, "You have unblocked the person since then.");
    expect(unblocked).not.toContain("no longer delivered");
  });

  it("a guest reports by their link, and can be warned, not disabled", async () => {
    const { listing, teacher, asTeacher } = await publishListing();
    const email = newGuestEmail();
    await writeAsGuest(listing.id, { email });
    await confirmAsGuest(email);
    const { id, token } = await findGuestLink(email);
    await expectStatus(report(id, null, { token: "x" }), 401);
    await expectStatus(report(id, null, { token }), 303);
    expect(await listReports(id)).toMatchObject([{ reportedSide: "teacher", email, enquiryId: id }]);
    // The guest's side remembers the report, and says what a deletion does to it.
    const waiting = await app.read(paths.enquiry(id, { token }));
    for (const text of ["We have not decided yet.", "the report loses what you wrote"])
      expectText(waiting, text);
    expect(waiting).toContain(paths.reportEnquiry(id));
    expect(await app.read(paths.enquiry(id), { as: asTeacher })).not.toContain("You reported");
    await decide(id, { decision: "dismissed" });
    const decided = await app.read(paths.enquiry(id, { token }));
    expectText(decided, ", and we have decided. We found nothing");
    expect(decided).not.toContain("the report loses");
    // Also once the address of the reporter is erased.
    await eraseReporters({ db, now: app.clock.now + 181 * DAY_MS });
    expectText(await app.read(paths.enquiry(id, { token })), ", and we have decided. We found nothing");
    await db.update(reports).set({ email });
    await report(id, asTeacher, { reason: "spam" });
    const page = await read(id);
    expectText(page, "without an account");
    expect(page).not.toContain("Disable the account of");
    await decide(id, { decision: "warned" });
    const mail = (await mailsTo(email)).at(-1);
    expect(mail).toMatchObject({ template: "conversation_measure" });
    expectText(mail?.text ?? "", "What you wrote breaks our rules");
    expect((await mailsTo(teacher.email)).at(-1)?.template).toBe("conversation_report_decided");
    // One event of the block, and the log has no codes.
    await report(id, asTeacher, { reason: "illegal", good_faith: "1" });
    await decide(id, { decision: "blocked" });
    const isBlock = and(eq(auditLog.subject, `enquiry:${id}`), eq(auditLog.action, "enquiry.blocked"));
    expect(await db.$count(auditLog, isBlock)).toBe(1);
    const log = await app.read(paths.adminAudit({ subject: `enquiry:${id}` }), { as: admin });
    for (const text of ["1 report · about the learner · messages stopped", "by an administrator · "])
      expectText(log, text);

    // Erased by the guest: the reports about them are closed, and the teacher is told.
    await report(id, asTeacher, { reason: "unsafe" });
    await app.post(paths.enquiry(id), { form: { token, intent: "erase" } });
    expect(await db.$count(messages, and(eq(messages.enquiryId, id), eq(messages.author, "learner")))).toBe(
      0,
    );
    const rows = await listReports(id);
    expect(rows).toHaveLength(4);
    expect(rows.every((row) => row.email === null && row.name === "")).toBe(true);
    expect(rows.filter(({ outcome }) => outcome === "account_deleted")).toMatchObject([{ text: "" }]);
    expectText((await mailsTo(teacher.email)).at(-1)?.text ?? "", "și-a șters datele");
    await expectStatus(decide(id, { decision: "dismissed" }), 409);
  });

  it("a report about a teacher whom the erased message never reached stays open as long as it has a text", async () => {
    const { listing, teacher, asTeacher } = await publishListing();
    const email = newGuestEmail();
    const send = async () => {
      await writeAsGuest(listing.id, { email });
      await confirmAsGuest(email);
      return findGuestLink(email);
    };
    const erase = ({ id, token }: { id: string; token: string }) =>
      expectStatus(app.post(paths.enquiry(id), { form: { token, intent: "erase" } }), 200);
    await app.post(paths.enquiryBlock((await send()).id), { as: asTeacher, form: { blocked: "1" } });

    const own = await send();
    expect(await listRows(enquiries, { id: own.id })).toMatchObject([{ teacherId: null }]);
    await report(own.id, null, { token: own.token });
    await erase(own);
    expect(await db.select().from(reports)).toMatchObject([
      { enquiryId: null, outcome: "account_deleted", text: "", email: null },
    ]);
    expectText((await mailsTo(email)).at(-1)?.text ?? "", "so there is nothing left that we could check");

    // The text of a report that was sent with an account stays.
    const other = await send();
    await report(other.id, await signIn(await createUser()), { token: other.token });
    await erase(other);
    expect(await listRows(messages, { enquiryId: other.id })).toEqual([]);
    expectText(await read(other.id), "Priviți.");
    await expectStatus(decide(other.id, { decision: "warned" }), 303);
    expectText((await mailsTo(teacher.email)).at(-1)?.text ?? "", "Acesta este un avertisment.");
  });

  it("an erased learner closes the reports about them, an erased teacher keeps those about the learner open", async () => {
    const teacher = await createUserWithPassword({ role: "t" });
    const learner = await createUserWithPassword();
    const listing = await createListing(teacher);
    const [asTeacher, asLearner] = [await signIn(teacher), await signIn(learner)];
    await write(listing.id, asLearner, "Bună ziua");
    const id = (await findListingEnquiry(listing.id))?.id ?? "";
    await report(id, asTeacher);
    const erase = async (email: string) => {
      const { token } = await signInByEmail(email);
      await expectStatus(
        app.request(paths.authMe(), { method: "DELETE", json: { password: PASSWORD }, ...bearer(token) }),
        200,
      );
    };
    // An explanation is erased with the person who got it.
    const measureText = "Ați cerut poze.";
    await db.update(reports).set({ measureText });
    const [aboutLearner = expect.fail()] = await listReports(id);
    const decided = { id: newId(), reportedSide: "teacher", outcome: "upheld", measure: "warned" } as const;
    await db.insert(reports).values({ ...aboutLearner, ...decided, decidedTs: 1 });
    await erase(teacher.email);
    expect(await listRows(reports, { id: decided.id })).toMatchObject([{ measureText: "" }]);
    await db.delete(reports).where(eq(reports.id, decided.id));
    expect(await listReports(id)).toMatchObject([
      { outcome: null, listingId: null, reporterId: null, text: "", measureText },
    ]);
    expectText(await read(id), "Bună ziua");
    await erase(learner.email);
    // Nobody of the two is left, and so no conversation.
    expect(await listRows(enquiries, { id })).toEqual([]);
    expect(await db.select().from(reports)).toMatchObject([
      { enquiryId: null, outcome: "account_deleted", measureText: "" },
    ]);
  });
});
