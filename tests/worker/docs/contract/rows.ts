import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, newEmail, signInByEmail } from "../../../helpers/accounts";
import type { TestApp } from "../../../helpers/app";
import { createCategory, createPost } from "../../../helpers/create-post";
import { createListing, createTeacher, signIn } from "../../../helpers/factories";
import { pngBytes } from "../../../helpers/pictures";

/** A user with PASSWORD, the cookies of a session of theirs, and its access token, also as a header. */
export async function createContractCaller(
  app: TestApp,
  overrides: Parameters<typeof createUserWithPassword>[1] = {},
) {
  return signInCaller(app, await createUserWithPassword(app, { email: newEmail(), ...overrides }));
}

/** The same for an existing user. */
export async function signInCaller<User extends { id: string; email: string }>(app: TestApp, user: User) {
  const { jar, token } = await signInByEmail(app, user.email);
  return { user, jar, token, ...bearer(token) };
}
export type Caller = Awaited<ReturnType<typeof createContractCaller>>;

/** Rows that the test cases share. Cases that need a row in another state create their own. */
export async function createRows(app: TestApp) {
  const teacher = await signInCaller(app, await createTeacher(app));
  const learner = await createContractCaller(app);
  const listing = await createListing(app, teacher.user, { latitude: 46.7712, longitude: 23.6236 });
  const post = await createPost(app);
  const admin = await createContractCaller(app, { role: "a" });
  const ownPicture = `/storage/images/profile-pictures/${teacher.user.id}.png`;
  return {
    teacher,
    learner,
    admin,
    /** The only admin who may create admins. */
    superadmin: await createContractCaller(app, { role: "a", canCreateAdmin: true }),
    /** Of the teacher. */
    listing,
    /** Of a teacher without a session. */
    foreignListing: await createListing(app, await createTeacher(app)),
    /** Of the learner, as if a former teacher. */
    learnersListing: await createListing(app, learner.user),
    /** Between the learner and the teacher. */
    conversation: await createConversation(app, learner, listing),
    post,
    category: await createCategory(newId(), "Exams", "Examene"),
    /** The stored paths of the pictures. */
    pictures: {
      profile: await storePicture(app, ownPicture, teacher.headers),
      listing: await storePicture(app, `/storage/images/listings/${listing.id}/tabla.png`, teacher.headers),
      post: await storePicture(app, `/storage/images/blog/${post.id}/tabla.png`, admin.headers),
    },
  };
}
export type Rows = Awaited<ReturnType<typeof createRows>>;
export type Role = "teacher" | "learner" | "admin" | "superadmin";

/** The id of a new conversation that a learner began about a listing. */
export async function createConversation(app: TestApp, learner: Caller, listing: { id: string }) {
  const id = newId();
  const form = { message: "Bună ziua!", once: id };
  await app.post(paths.enquire(listing.id), { as: await signIn(app, learner.user), form });
  return id;
}

/** The path at which a new picture is stored. */
export async function storePicture(app: TestApp, path: string, headers: Record<string, string>) {
  const answer = await app.request(path, { method: "PUT", body: await pngBytes(20, 20), headers });
  return ((await answer.json()) as { content: { path: string } }).content.path;
}
