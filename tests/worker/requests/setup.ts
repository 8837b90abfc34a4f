import { requests } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

let texts = 0;
/** The body of POST /api/requests, with a text of its own. */
export const requestInput = (overrides: Record<string, unknown> = {}) => ({
  subject: "m",
  level: "m",
  county: "cj",
  online: false,
  availability: ["3e"],
  max_price: 9000,
  learner: { who: "me" },
  text: `Pregătire pentru evaluare, cu răbdare: ${++texts}.`,
  ...overrides,
});

/** A request in the database, open by default. */
export async function insertRequest(
  user: { id: string },
  overrides: Partial<typeof requests.$inferInsert> = {},
) {
  const row = {
    id: newId(),
    userId: user.id,
    subject: "m",
    level: "m",
    county: "cj",
    online: false,
    availability: ["3e"],
    learnerWho: "child",
    learnerGrade: 8,
    text: "Pregătire pentru evaluare.",
    locale: "ro",
    state: "open",
    createdTs: app.clock.now,
    openedTs: app.clock.now,
    notifiedPosition: 0,
    ...overrides,
  } as const satisfies typeof requests.$inferInsert;
  await db.insert(requests).values(row);
  return row;
}

/** A teacher with a listing, by default of mathematics in Cluj, and an access token. */
export async function createAnsweringTeacher(listing: Parameters<typeof createListing>[1] = {}) {
  const teacher = await createTeacher();
  return {
    teacher,
    listing: await createListing(teacher, { subject: "m", county: "cj", ...listing }),
    auth: bearer(await createAccessToken(teacher)),
  };
}

export const createAuth = async (user: { id: string }) => bearer(await createAccessToken(user));

type Auth = ReturnType<typeof bearer>;

export const postAnswer = (
  requestId: string,
  {
    auth,
    listing,
    message = "Bună ziua, pot miercuri seara.",
  }: { auth: Auth; listing: { id: string }; message?: string },
) =>
  app.post(paths.apiRequestAction(requestId, "answers"), {
    ...auth,
    json: { listing_id: listing.id, message },
  });
