import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { listings, settings } from "@/db/schema";
import { remindExpiring } from "@/features/listings";
import { createTestApp, db, type Jar } from "../../helpers/app";
import { mailsTo, makeAdmin, makeListing, makeTeacher, makeUser, signedIn } from "../../helpers/factories";
import { listingForm, shows } from "../../helpers/listing-form";
import { servicesAt } from "../../helpers/services";

const EVIL = `</script><script>alert("x")</script><img src=x onerror=alert(1)>`;
const ESCAPED = "&lt;/script&gt;&lt;script&gt;alert(";

/** The typed text is on the page and none of it is markup, neither raw nor half escaped. */
function isText(html: string, where: string): void {
  expect(html, where).not.toMatch(/<script>alert|<img src=x/);
  expect(html.includes(ESCAPED), `${where} shows what was typed`).toBe(true);
}

it("scripts in text stay text on every page, in JSON-LD and in mails", async () => {
  const app = createTestApp();
  const [teacher, admin] = [
    await makeTeacher(app, { firstName: EVIL, lastName: EVIL }),
    await makeAdmin(app),
  ];
  const [as, asAdmin] = [await signedIn(app, teacher), await signedIn(app, admin)];
  const listing = await makeListing(app, teacher, {
    title: `Matematică ${EVIL}`,
    description: `Lucrăm pe subiecte ${EVIL} din anii trecuți.`,
    neighbourhood: EVIL,
    state: "pending",
    publishedTs: null,
    expiresTs: null,
  });
  const look = async (path: string, jar?: Jar) => {
    const answer = await app.get(path, jar ? { as: jar } : {});
    expect(answer.status, path).toBe(200);
    isText(await answer.text(), path);
  };
  const act = async (path: string, jar: Jar, form: Record<string, string>) =>
    expect((await app.post(path, { as: jar, form })).status, path).toBe(303);
  await act(`/admin/listings/${listing.id}/suspend`, asAdmin, { reason: "unclear", text: `Motiv ${EVIL}` });
  for (const path of [`/tutoring/${listing.id}`, "/profile/listings"]) {
    await look(path, as);
    shows(await (await app.get(path, { as })).text(), `Motiv ${ESCAPED}`);
  }
  await act(`/admin/listings/${listing.id}/reinstate`, asAdmin, {});
  await look("/admin/listings", asAdmin);
  await act(`/admin/listings/${listing.id}/approve`, asAdmin, { version: "3" });
  const learner = await signedIn(app, await makeUser(app));
  await act(`/tutoring/${listing.id}/report`, learner, { reason: "other", text: `Raport ${EVIL}` });

  for (const path of ["/", "/tutoring", "/tutoring?q=matematica", `/tutoring/${listing.id}`])
    await look(path);
  const html = await (await app.get(`/ro/tutoring/${listing.id}`)).text();
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map((one) =>
    JSON.parse(one[1] ?? ""),
  );
  expect(JSON.stringify(data)).toContain(JSON.stringify(EVIL).slice(1, -1));

  for (const path of [`/admin/listings/${listing.id}`, "/admin/reports", `/admin/reports/${listing.id}`]) {
    await look(path, asAdmin);
  }
  shows(await (await app.get(`/admin/reports/${listing.id}`, { as: asAdmin })).text(), `Raport ${ESCAPED}`);
  for (const path of ["/profile/listings", `/tutoring/${listing.id}/edit`, `/tutoring/${listing.id}`]) {
    await look(path, as);
  }
  const call = await app.get(`/api/listings/${listing.id}`);
  expect(call.headers.get("content-type")).toContain("application/json");
  expect(call.headers.get("x-content-type-options")).toBe("nosniff");

  await db
    .update(listings)
    .set({ expiresTs: app.clock.now + 1000 })
    .where(eq(listings.id, listing.id));
  await remindExpiring(servicesAt(app.clock.now, app.bindings));
  const mails = await mailsTo(teacher.email);
  expect(mails.map(({ template }) => template).sort()).toEqual([
    "listing_approved",
    "listing_expiring",
    "listing_reinstated",
    "listing_suspended",
  ]);
  for (const mail of mails) {
    isText(mail.html, mail.template);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  }
  const link = mails
    .find(({ template }) => template === "listing_expiring")
    ?.text.match(/https:\/\/catedra\.test(\S+renew\S+)/)?.[1];
  await look(link ?? "no link");
});

it("a banned word stops a trusted teacher's publication and holds an edit; settings can replace the list", async () => {
  const app = createTestApp();
  const teacher = await makeTeacher(app);
  const live = await makeListing(app, teacher);
  const as = await signedIn(app, teacher);
  const publish = async (description: string, subject: string) => {
    const body = listingForm({ description, subject });
    const answer = await app.post("/tutoring/create", { body, as });
    return new URL(answer.headers.get("location") ?? "", "https://x").searchParams.get("done");
  };
  const words = "Lecții clare, cu exerciții din subiectele ultimilor ani și teme corectate săptămânal.";
  expect(await publish(`${words} Scrieți-mi pe WhatsApp.`, "p")).toBe("pending");

  await db
    .insert(settings)
    .values({ path: "settings/banned-words", value: ["teme corectate"], version: 1, updatedTs: 1 });
  expect(await publish(words, "c")).toBe("pending");
  const body = listingForm({
    id: live.id,
    version: "1",
    title: live.title,
    levels: live.levels,
    online: null,
    description: `${live.description} Prima oră este gratuită.`,
  });
  const edited = await app.post(`/tutoring/${live.id}/edit`, { body, as });
  expect(new URL(edited.headers.get("location") ?? "", "https://x").searchParams.get("done")).toBe("review");
  expect((await db.select().from(listings).where(eq(listings.id, live.id)))[0]?.description).toBe(
    live.description,
  );
  const html = await (
    await app.get(`/admin/listings/${live.id}`, { as: await signedIn(app, await makeAdmin(app)) })
  ).text();
  shows(html, "The text contains a banned word.");

  await db.update(settings).set({ value: [] });
  const trusted = await makeTeacher(app);
  await makeListing(app, trusted);
  const answer = await app.post("/tutoring/create", {
    body: listingForm({ subject: "i", description: `${words} Scrieți-mi pe WhatsApp.` }),
    as: await signedIn(app, trusted),
  });
  expect(answer.headers.get("location")).toContain("done=published");
});
