import { expect, it } from "vitest";
import { listings } from "@/db/schema";
import { sendExpiryReminders } from "@/features/listings";
import { type Actor, app, expectText } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  mailsTo,
  signIn,
  updateRow,
} from "../../helpers/factories";

import { servicesAt } from "../../helpers/services";

const SCRIPT = `</script><script>alert("x")</script><img src=x onerror=alert(1)>`;
const ESCAPED_SCRIPT = "&lt;/script&gt;&lt;script&gt;alert(";

/** Checks that a page shows the script as text, and contains none of it as markup. */
function expectEscaped(html: string, source: string): void {
  expect(html, source).not.toMatch(/<script>alert|<img src=x/);
  expect(html.includes(ESCAPED_SCRIPT), `${source} shows the text`).toBe(true);
}

it("a script in a listing's texts is escaped on every page, in JSON-LD and in mails", async () => {
  const [teacher, admin] = [
    await createTeacher({ firstName: SCRIPT, lastName: SCRIPT }),
    await createAdmin(),
  ];
  const [as, asAdmin] = [await signIn(teacher), await signIn(admin)];
  const listing = await createListing(teacher, {
    title: `Matematică ${SCRIPT}`,
    description: `Lucrăm pe subiecte ${SCRIPT} din anii trecuți.`,
    neighbourhood: SCRIPT,
    state: "pending",
    publishedTs: null,
    expiresTs: null,
  });
  const expectEscapedPage = async (path: string, jar?: Actor) => {
    const answer = await app.get(path, jar ? { as: jar } : {});
    expect(answer.status, path).toBe(200);
    expectEscaped(await answer.text(), path);
  };
  const act = async (path: string, jar: Actor, form: Record<string, string>) =>
    expect((await app.post(path, { as: jar, form })).status, path).toBe(303);
  await act(`/admin/listings/${listing.id}/suspend`, asAdmin, { reason: "unclear", text: `Motiv ${SCRIPT}` });
  for (const path of [`/tutoring/${listing.id}`, "/profile/listings"]) {
    await expectEscapedPage(path, as);
    expectText(await app.read(path, { as }), `Motiv ${ESCAPED_SCRIPT}`);
  }
  await act(`/admin/listings/${listing.id}/reinstate`, asAdmin, { version: "2" });
  await expectEscapedPage("/admin/listings", asAdmin);
  await act(`/admin/listings/${listing.id}/approve`, asAdmin, { version: "3" });
  const learner = await createUser();
  await act(`/tutoring/${listing.id}/report`, learner, { reason: "other", text: `Raport ${SCRIPT}` });

  for (const path of ["/", "/tutoring", "/tutoring?q=matematica&exact=1", `/tutoring/${listing.id}`])
    await expectEscapedPage(path);
  const html = await app.read(`/ro/tutoring/${listing.id}`);
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    (match) => JSON.parse(match[1] ?? ""),
  );
  expect(JSON.stringify(data)).toContain(JSON.stringify(SCRIPT).slice(1, -1));

  for (const path of [`/admin/listings/${listing.id}`, "/admin/reports", `/admin/reports/${listing.id}`]) {
    await expectEscapedPage(path, asAdmin);
  }
  expectText(await app.read(`/admin/reports/${listing.id}`, { as: asAdmin }), `Raport ${ESCAPED_SCRIPT}`);
  for (const path of ["/profile/listings", `/tutoring/${listing.id}/edit`, `/tutoring/${listing.id}`]) {
    await expectEscapedPage(path, as);
  }
  const call = await app.get(`/api/listings/${listing.id}`);
  expect(call.headers.get("content-type")).toContain("application/json");
  expect(call.headers.get("x-content-type-options")).toBe("nosniff");

  await updateRow(listings, listing.id, { expiresTs: app.clock.now + 1000 });
  await sendExpiryReminders(servicesAt(app.clock.now, app.bindings));
  const mails = await mailsTo(teacher.email);
  expect(mails.map(({ template }) => template).sort()).toEqual([
    "listing_approved",
    "listing_expiring",
    "listing_reinstated",
    "listing_suspended",
  ]);
  for (const mail of mails) {
    expectEscaped(mail.html, mail.template);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  }
  const link = mails
    .find(({ template }) => template === "listing_expiring")
    ?.text.match(/https:\/\/catedra\.test(\S+renew\S+)/)?.[1];
  await expectEscapedPage(link ?? "no link");
});
