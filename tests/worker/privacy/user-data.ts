import { sql } from "drizzle-orm";
import {
  invitations,
  listingDecisions,
  listingImages,
  listingRevisions,
  requestNotices,
  settingVersions,
  shortlistEntries,
  teacherInformation,
  twoStep,
  uploads,
  users,
} from "@/db/schema";
import { issueToken } from "@/features/accounts";
import { getOrThrow } from "@/shared/errors";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { draftListingSchema } from "@/shared/schemas/listing";
import type { createUserWithPassword } from "../../helpers/accounts";
import { app, db } from "../../helpers/app";
import { createListing } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";
import { insertRequest } from "../requests/setup";

const DAY_MS = 86_400_000;
export type StoredUser = Awaited<ReturnType<typeof createUserWithPassword>>;

/** Data of a teacher: a listing with a pending revision and pictures, a deleted one, and testimonials. */
export async function addTeacherData(teacher: StoredUser, admin: StoredUser) {
  await db.insert(teacherInformation).values({
    userId: teacher.id,
    phoneNumber: "+40722334455",
    whatsapp: true,
    county: "cj",
    neighbourhood: "Wqavenue",
    qualifications: ["Diploma wqdiploma"],
    about: "Wqpresentation",
    job: "Wqoccupation",
    employer: "Wqemployer",
    highSchool: "Wqschool",
    bachelors: "Wqbachelor",
    masters: "Wqmaster",
    doctorate: "Wqdoctor",
    experienceJob: 7,
    experienceTeaching: 9,
    languages: ["ro", "hu"],
  });
  const listing = await createListing(teacher, {
    title: "Lecții wqtitleone pe înțeles",
    description: "Descrierea mea conține wqdescriptionone și exerciții din toate capitolele.",
    neighbourhood: "Wqquarter",
    latitude: 46.77123,
    longitude: 23.59123,
    stateNote: "Nota wqnoteone",
  });
  await db.insert(listingRevisions).values({
    listingId: listing.id,
    title: "Titlu nou wqtitletwo",
    description: "Descriere nouă wqdescriptiontwo",
    submittedTs: app.clock.now,
    stateNote: "Nota wqnotetwo",
    stateReasons: ["unclear"],
  });
  await db.insert(listingDecisions).values({
    id: newId(),
    listingId: listing.id,
    restriction: "revision_rejected",
    reasons: ["unclear"],
    text: "Nota wqdecisionone",
    origin: "check",
    decidedTs: app.clock.now,
    decidedBy: admin.id,
    objectionTs: app.clock.now,
    objectionText: "Contest: wqobjectionone",
  });
  await createListing(teacher, {
    state: "deleted",
    deletedTs: app.clock.now,
    title: "Anunț șters wqtitlethree",
    subject: "p",
  });
  await app.post(paths.listingAction(listing.id, "pause"), { as: teacher });
  await app.post(paths.listingAction(listing.id, "resume"), { as: teacher });
  // One picture of the listing, one added by an admin, one of a form that was never saved.
  await addListingPicture({
    listingId: listing.id,
    ownerId: teacher.id,
    alt: "Poza wqpainting",
    position: 0,
  });
  await addListingPicture({ listingId: listing.id, ownerId: admin.id, alt: "", position: 1 });
  await addListingPicture({ listingId: newId(), ownerId: teacher.id, alt: "", position: null });
  return listing;
}

async function addListingPicture(picture: {
  listingId: string;
  ownerId: string;
  alt: string;
  position: number | null;
}) {
  const name = newId();
  await db.insert(listingImages).values({
    id: newId(),
    file: `${name}.webp`,
    width: 640,
    height: 480,
    createdTs: app.clock.now,
    ...picture,
  });
  for (const file of [`${name}.webp`, `${name}-480.webp`]) {
    await app.bindings.MEDIA.put(
      `images/listings/${picture.listingId}/${file}`,
      `picture of ${picture.listingId}`,
    );
  }
}

/**
 * Data of any user: a picture, an upload in progress, mailed links, a stored response. As a former admin, the user
 * also saved a settings document.
 */
export async function addUserData(person: StoredUser, life: number) {
  await db
    .update(users)
    .set({ profilePicture: "webp", pictureTs: app.clock.now })
    .where(sql`id = ${person.id}`);
  await app.bindings.MEDIA.put(
    `images/profile-pictures/${person.id}/${app.clock.now}/480.webp`,
    person.email,
  );
  const uploadId = newId();
  await app.bindings.MEDIA.put(`uploads/${uploadId}/0`, `part of ${person.email}`);
  await db.insert(uploads).values({
    id: uploadId,
    userId: person.id,
    path: `images/profile-pictures/${person.id}.png`,
    filetype: "image/png",
    length: 100,
    received: 10,
    parts: [`uploads/${uploadId}/0`],
    createdTs: app.clock.now,
    expiresTs: app.clock.now + DAY_MS,
  });
  await db.insert(twoStep).values({
    userId: person.id,
    key: "encrypted",
    enabledTs: app.clock.now,
    usedSteps: [],
    recoveryHashes: [],
  });
  await db.insert(shortlistEntries).values({
    userId: person.id,
    listingId: newId(),
    note: "Poate din vară: wqshortlistone",
    createdTs: app.clock.now,
  });
  const request = await insertRequest(person, { text: "Caut: wqrequestone", decidedBy: person.id });
  await db
    .insert(requestNotices)
    .values({ requestId: request.id, teacherId: person.id, createdTs: app.clock.now });
  await db.insert(invitations).values({
    id: newId(),
    email: person.email,
    addressHash: newId(),
    locale: "ro",
    draft: {
      first_name: person.firstName,
      last_name: person.lastName,
      phone_number: null,
      listing: getOrThrow(validate(draftListingSchema, { subject: "m", title: "wqinvitationone" })),
    },
    source: "wqsourceone",
    state: "invited",
    createdTs: app.clock.now,
    expiresTs: app.clock.now + 30 * DAY_MS,
  });
  await app.post(paths.alerts(), {
    as: person,
    form: { filters: "q=wqalertone", frequency: "weekly" },
  });
  // As a user who was an admin for a while.
  await db.insert(settingVersions).values({
    path: `settings/of-${life}`,
    version: (await db.select().from(settingVersions)).length + 1,
    value: {},
    actorId: person.id,
    ts: app.clock.now,
  });
  const ctx = servicesAt(app.clock.now);
  await ctx.commit([issueToken(ctx, "change_email", person.id, `noua.${person.email}`).statement]);
  await app.get(`/auth/users/forgot-password/${encodeURIComponent(person.email)}`);
  await app.post(paths.authSignUp(), {
    headers: { "idempotency-key": newId() },
    json: {
      email: person.email,
      password: "o parolă destul de lungă",
      first_name: "Alt",
      last_name: "Om",
      birth_date: "1990-01-01",
    },
  });
}
