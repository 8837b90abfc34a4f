import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { listings } from "@/db/schema";
import { newId } from "@/shared/ids";
import type { TokenResponse } from "../../helpers/accounts";
import { createTestApp, db, type Jar, type TestApp, type TestRequest } from "../../helpers/app";
import { makeAdmin, makeListing, makeTeacher, makeUser, signedIn } from "../../helpers/factories";
import { expectIndexInStep } from "../../helpers/search-tables";

/** Every state, and how a listing gets there, published before or not. `paused_overtime` is past its expiry date. */
const NEVER = { publishedTs: null, renewedTs: null, expiresTs: null } as const;
const OVER = { expiresTs: Date.UTC(2026, 10, 20, 8) } as const;
const STATES = {
  draft: { ...NEVER, state: "draft", submittedTs: null },
  pending: { ...NEVER, state: "pending" },
  rejected: { ...NEVER, state: "rejected", stateReason: "unclear" },
  published: {},
  expired: OVER,
  paused: { state: "paused" },
  paused_overtime: { ...OVER, state: "paused" },
  suspended: { state: "suspended", suspendedFrom: "published", stateReason: "unsafe" },
  deleted: { state: "deleted", deletedTs: 1 },
} as const satisfies Record<string, Parameters<typeof makeListing>[2]>;
type State = keyof typeof STATES;

const ROLES = ["visitor", "learner", "teacher", "owner", "admin"] as const;
type Role = (typeof ROLES)[number];

const ACTIONS = [
  ...["view", "edit", "submit", "pause", "resume", "renew", "delete"],
  ...["approve", "reject", "suspend", "reinstate"],
  ...["report", "enquire", "promote"],
] as const;
type Action =
  | "view"
  | "edit"
  | "submit"
  | "pause"
  | "resume"
  | "renew"
  | "delete"
  | "approve"
  | "reject"
  | "suspend"
  | "reinstate"
  | "report"
  | "enquire"
  | "promote";

/** The allowed transitions of each state. All others are refused. */
const MOVES: Partial<Record<Action, Partial<Record<State, string>>>> = {
  edit: {
    draft: "draft",
    pending: "pending",
    rejected: "pending",
    published: "published",
    expired: "published",
    paused: "paused",
    paused_overtime: "paused",
  },
  submit: { draft: "pending" },
  pause: { published: "paused" },
  resume: { paused: "published" },
  renew: { published: "published", expired: "published", paused: "paused", paused_overtime: "paused" },
  delete: {
    draft: "deleted",
    pending: "deleted",
    rejected: "deleted",
    published: "deleted",
    expired: "deleted",
    paused: "deleted",
    paused_overtime: "deleted",
    suspended: "deleted",
  },
  approve: { pending: "published" },
  reject: { pending: "rejected" },
  suspend: {
    pending: "suspended",
    published: "suspended",
    expired: "suspended",
    paused: "suspended",
    paused_overtime: "suspended",
  },
  reinstate: { suspended: "published" },
};
const MODERATION: readonly Action[] = ["approve", "reject", "suspend", "reinstate"];
/** Admins may do these to any listing, besides moderation. The rest is for the owner only. */
const OPEN_TO_ADMINS: readonly Action[] = ["edit", "delete"];

type Interface = "page" | "call";

/** The expected status of an action. */
function expected(action: Action, state: State, role: Role, via: Interface): number {
  const allowed = MOVES[action]?.[state] !== undefined;
  const done = via === "call" ? (action === "delete" ? 204 : 200) : 303;
  const gone = via === "call" ? 404 : 410;
  if (MODERATION.includes(action)) {
    if (role !== "admin") return via === "page" ? 302 : role === "visitor" ? 401 : 403;
    if (state === "deleted") return gone;
    return allowed ? done : 409;
  }
  const mine =
    role === "owner" || (role === "admin" && (action === "view" || OPEN_TO_ADMINS.includes(action)));
  switch (action) {
    case "view":
      if (state === "published") return 200;
      if (state === "deleted") return gone;
      if (mine) return 200;
      return via === "page" && !isNew(state) ? 200 : 404;
    case "report":
      if (state !== "published") return 404;
      return role === "owner" ? 403 : via === "call" ? 201 : 303;
    case "enquire":
      if (state !== "published") return 404;
      return role === "owner" ? 403 : via === "call" ? 201 : 303;
    case "promote":
      if (role === "visitor") return 302;
      return role === "owner" && state !== "deleted" ? 200 : 404;
    default:
      if (role === "visitor") return 401;
      if (!mine) return 404;
      if (state === "deleted") return role === "owner" ? gone : 404;
      return allowed ? done : 409;
  }
}

/** True if only the owner and admins ever saw the listing: others get 404. */
const isNew = (state: State): boolean => ["draft", "pending", "rejected"].includes(state);

let app: TestApp;
let admin: Person;
type Person = { jar: Jar; headers: Record<string, string> };

beforeAll(async () => {
  app = createTestApp();
  admin = await session(await makeAdmin(app));
});

async function session(user: { id: string }): Promise<Person> {
  const jar = await signedIn(app, user);
  const answer = await app.post("/auth/users/refresh", { as: jar });
  const { access_token: token } = (await answer.json()) as TokenResponse;
  return { jar, headers: { authorization: `Bearer ${token}` } };
}

const stored = async (id: string) => (await db.select().from(listings).where(eq(listings.id, id)))[0];
type Listing = NonNullable<Awaited<ReturnType<typeof stored>>>;

/** The listing with another price: an edit that never needs a review. */
const fields = (listing: Listing) => ({
  title: listing.title,
  description: listing.description,
  subject: listing.subject,
  levels: listing.levels,
  locations: listing.locations,
  online: listing.online,
  county: listing.county,
  neighbourhood: listing.neighbourhood,
  session_minutes: listing.sessionMinutes,
});
const REASON = { reason: "unclear", text: "Ce program aveți?" };

function atPage(action: Action, listing: Listing): [string, TestRequest] {
  const path = `/tutoring/${listing.id}`;
  const form = (given: NonNullable<TestRequest["form"]> = {}): TestRequest => ({
    method: "POST",
    form: given,
  });
  const version = String(listing.version);
  switch (action) {
    case "view":
      return [path, {}];
    case "promote":
      return [`${path}/promote`, {}];
    case "edit": {
      const { online, county, session_minutes, ...rest } = fields(listing);
      const given = { ...rest, county: county ?? "", session_minutes: String(session_minutes) };
      return [
        `${path}/edit`,
        form({
          ...given,
          price: "95",
          version,
          intent: listing.state === "draft" ? "draft" : "submit",
          id: listing.id,
        }),
      ];
    }
    case "report":
      return [`${path}/report`, form({ reason: "spam", text: "" })];
    case "enquire":
      return [`${path}/enquiries`, form({ message: "Aveți locuri libere joi?", once: newId() })];
    case "approve":
    case "reject":
    case "suspend":
    case "reinstate":
      return [`/admin/listings/${listing.id}/${action}`, form({ ...REASON, version })];
    default:
      return [`${path}/${action}`, form()];
  }
}

function atCall(action: Action, listing: Listing): [string, TestRequest] | null {
  const path = `/api/listings/${listing.id}`;
  const { version } = listing;
  switch (action) {
    case "view":
      return [path, {}];
    case "promote":
      return null;
    case "enquire":
      return [`${path}/enquiries`, { method: "POST", json: { message: "Aveți locuri libere joi?" } }];
    case "edit":
      return [path, { method: "PUT", json: { ...fields(listing), price: 9500, version } }];
    case "delete":
      return [`${path}?version=${version}`, { method: "DELETE" }];
    case "report":
      return [`${path}/reports`, { method: "POST", json: { reason: "spam", text: "" } }];
    case "approve":
    case "reject":
    case "suspend":
      return [
        `/api/admin/listings/${listing.id}/${action}`,
        { method: "POST", json: action === "approve" ? { version } : REASON },
      ];
    case "reinstate":
      return [`/api/admin/listings/${listing.id}/${action}`, { method: "POST" }];
    default:
      return [`${path}/${action}`, { method: "POST" }];
  }
}

let addresses = 0;

/** A listing in the given state, and a user of the given role (null for a visitor). */
async function makeCase(state: State, role: Role): Promise<{ id: string; who: Person | null }> {
  const owner = await makeTeacher(app);
  const { id } = await makeListing(app, owner, STATES[state]);
  if (role === "owner") return { id, who: await session(owner) };
  if (role === "admin") return { id, who: admin };
  if (role === "learner") return { id, who: await session(await makeUser(app)) };
  return { id, who: role === "teacher" ? await session(await makeTeacher(app)) : null };
}

/** One action by page or API: the response and the resulting row. */
async function tryAction(id: string, who: Person | null, action: Action, via: Interface) {
  const before = (await stored(id)) as Listing;
  const asked = via === "page" ? atPage(action, before) : atCall(action, before);
  // A guest's enquiry has steps of its own.
  if (!asked || (action === "enquire" && !who)) return null;
  const [path, init] = asked;
  const headers = {
    ...(via === "call" ? who?.headers : {}),
    "cf-connecting-ip": `10.1.${++addresses >> 8}.${addresses & 255}`,
  };
  const answer = await app.request(path, {
    ...init,
    headers,
    ...(via === "page" && who ? { as: who.jar } : {}),
  });
  await answer.arrayBuffer();
  return { status: answer.status, before, after: (await stored(id)) as Listing };
}

describe("actions on a listing by state and role, on pages and in the API", () => {
  const cases = (Object.keys(STATES) as State[]).flatMap((state) =>
    ROLES.map((role) => [state, role] as const),
  );
  it.each(cases)("%s, %s", async (state, role) => {
    const wrong: string[] = [];
    let { id, who } = await makeCase(state, role);
    for (const action of ACTIONS as readonly Action[]) {
      for (const via of ["page", "call"] as const) {
        const tried = await tryAction(id, who, action, via);
        if (!tried) continue;
        const { status, before, after } = tried;
        const wanted = expected(action, state, role, via);
        // A refused action leaves the listing unchanged for the next one.
        if (status < 400) ({ id, who } = await makeCase(state, role));
        if (status !== wanted) wrong.push(`${action} (${via}): ${status} instead of ${wanted}`);
        const leadsTo = MOVES[action]?.[state];
        const moved = wanted < 300 || wanted === 303;
        if (leadsTo !== undefined && moved) {
          if (after.state !== leadsTo)
            wrong.push(`${action} (${via}) leads to ${after.state}, not ${leadsTo}`);
          if (after.version !== before.version + 1)
            wrong.push(`${action} (${via}) does not count the version on`);
        } else if (JSON.stringify(after) !== JSON.stringify(before)) {
          wrong.push(`${action} (${via}) changed the row`);
        }
      }
    }
    expect(wrong).toEqual([]);
    await expectIndexInStep(app.clock.now);
  });
});
