import { expect, it } from "vitest";
import { listings, settings } from "@/db/schema";
import { app, db, expectText } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, listRows } from "../../helpers/factories";
import { listingForm } from "../../helpers/listing-form";

it("a banned word sends a new listing of a trusted teacher and an edit for approval; the settings replace the list", async () => {
  const teacher = await createTeacher();
  const listing = await createListing(teacher);
  const publish = async (description: string, subject: string) => {
    const body = listingForm({ description, subject });
    const answer = await app.post("/tutoring/create", { body, as: teacher });
    return new URL(answer.headers.get("location") ?? "", "https://x").searchParams.get("done");
  };
  const text = "Lecții clare, cu exerciții din subiectele ultimilor ani și teme corectate săptămânal.";
  expect(await publish(`${text} Scrieți-mi pe WhatsApp.`, "p")).toBe("pending");

  await db
    .insert(settings)
    .values({ path: "settings/banned-words", value: ["teme corectate"], version: 1, updatedTs: 1 });
  expect(await publish(text, "c")).toBe("pending");
  const body = listingForm({
    id: listing.id,
    version: "1",
    title: listing.title,
    levels: listing.levels,
    online: null,
    description: `${listing.description} Prima oră este gratuită.`,
  });
  const edited = await app.post(`/tutoring/${listing.id}/edit`, { body, as: teacher });
  expect(new URL(edited.headers.get("location") ?? "", "https://x").searchParams.get("done")).toBe("waiting");
  expect((await listRows(listings, { id: listing.id }))[0]?.description).toBe(listing.description);

  await db.update(settings).set({ value: [] });
  // The rule that held a text is stored with it.
  const admin = await createAdmin();
  const [held] = await listRows(listings, { ownerId: teacher.id, subject: "p" });
  for (const id of [listing.id, held?.id])
    expectText(await app.read(`/admin/listings/${id}`, { as: admin }), "The text contains a banned word.");
  const form = { version: "1", confirmed_warning: "moderation.listings.rules.banned_word" };
  await app.post(`/admin/listings/${held?.id}/approve`, { form, as: admin });
  expect(await listRows(listings, { id: held?.id })).toMatchObject([{ state: "published", holdRule: null }]);
  const trusted = await createTeacher();
  await createListing(trusted);
  const answer = await app.post("/tutoring/create", {
    body: listingForm({ subject: "i", description: `${text} Scrieți-mi pe WhatsApp.` }),
    as: trusted,
  });
  expect(answer.headers.get("location")).toContain("done=published");
});
