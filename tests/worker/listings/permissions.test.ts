import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/shared/ids";
import { refreshAccessToken } from "../../helpers/accounts";
import { type Actor, app, resetApp, type TestRequest } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, findListing, signIn } from "../../helpers/factories";
import { expectConsistentIndex } from "../../helpers/search-tables";

/** The columns of a listing in each state. `paused_expired` is past its expiry date. */
const NEVER_PUBLISHED = { publishedTs: null, renewedTs: null, expiresTs: null } as const;
const EXPIRED = { expiresTs: Date.UTC(2026, 10, 20, 8) } as const;
const STATES = {
  draft: { ...NEVER_PUBLISHED, state: "draft", submittedTs: null },
  pending: { ...NEVER_PUBLISHED, state: "pending" },
  rejected: { ...NEVER_PUBLISHED, state: "rejected", stateReasons: ["unclear"] },
  published: {},
  expired: EXPIRED,
  paused: { state: "paused" },
  paused_expired: { ...EXPIRED, state: "paused" },
  suspended: { state: "suspended", suspendedFrom: "published", stateReasons: ["unsafe"] },
  deleted: { state: "deleted", deletedTs: 1 },
} as const satisfies Record<string, Parameters<typeof createListing>[1]>;
type State = keyof typeof STATES;

/** `teacher` is another teacher, who may do what a learner may. */
const ROLES = ["visitor", "teacher", "owner", "admin"] as const;
type Role = (typeof ROLES)[number];

const ACTIONS = [
  ...(["view", "edit", "submit", "pause", "resume", "renew", "delete"] as const),
  ...(["approve", "reject", "suspend", "reinstate"] as const),
  ...(["report", "enquire", "promote"] as const),
];
type Action = (typeof ACTIONS)[number];

/** The next state by action and current state. All other changes are refused. */
const NEXT_STATES: Partial<Record<Action, Partial<Record<State, string>>>> = {
  edit: {
    draft: "draft",
    pending: "pending",
    rejected: "pending",
    published: "published",
    expired: "published",
    paused: "paused",
    paused_expired: "paused",
  },
  submit: { draft: "pending" },
  pause: { published: "paused" },
  resume: { paused: "published" },
  renew: { published: "published", expired: "published", paused: "paused", paused_expired: "paused" },
  delete: {
    draft: "deleted",
    pending: "deleted",
    rejected: "deleted",
    published: "deleted",
    expired: "deleted",
    paused: "deleted",
    paused_expired: "deleted",
    suspended: "deleted",
  },
  approve: { pending: "published" },
  reject: { pending: "rejected" },
  suspend: {
    pending: "suspended",
    published: "suspended",
    expired: "suspended",
    paused: "suspended",
    paused_expired: "suspended",
  },
  reinstate: { suspended: "published" },
};
type Interface = "page" | "api";
const MODERATION_ACTIONS: readonly Action[] = ["approve", "reject", "suspend", "reinstate"];
/**
 * Actions of admins on any listing, besides moderation. The other actions are for the owner only. On the pages of
 * moderation, a deletion by an admin is `remove`.
 */
const ADMIN_ACTIONS: Record<Interface, readonly Action[]> = { page: ["edit"], api: ["edit", "delete"] };

/** The expected status of an action. */
function getExpectedStatus(action: Action, state: State, role: Role, via: Interface): number {
  const hasNextState = NEXT_STATES[action]?.[state] !== undefined;
  const done = via === "api" ? (action === "delete" ? 204 : 200) : 303;
  const deletedStatus = via === "api" ? 404 : 410;
  if (MODERATION_ACTIONS.includes(action)) {
    if (role !== "admin") return via === "page" ? 302 : role === "visitor" ? 401 : 403;
    if (state === "deleted") return deletedStatus;
    return hasNextState ? done : 409;
  }
  const isAllowed =
    role === "owner" || (role === "admin" && (action === "view" || ADMIN_ACTIONS[via].includes(action)));
  switch (action) {
    case "view":
      if (state === "published") return 200;
      if (state === "deleted") return deletedStatus;
      if (isAllowed) return 200;
      return via === "page" && !wasNeverPublished(state) ? 200 : 404;
    case "report":
      if (state !== "published") return 404;
      return role === "owner" ? 403 : via === "api" ? 201 : 303;
    case "enquire":
      if (state !== "published") return 404;
      return role === "owner" ? 403 : via === "api" ? 201 : 303;
    case "promote":
      if (role === "visitor") return 302;
      return role === "owner" && state !== "deleted" ? 200 : 404;
    default:
      if (role === "visitor") return 401;
      if (!isAllowed) return 404;
      if (state === "deleted") return role === "owner" ? deletedStatus : 404;
      if (action === "delete" && state === "draft" && role === "admin") return 409;
      return hasNextState ? done : 409;
  }
}

/** Whether only the owner and admins ever saw the listing. Others get 404. */
const wasNeverPublished = (state: State): boolean => ["draft", "pending", "rejected"].includes(state);
let clients: Record<Exclude<Role, "owner">, Client | null>;
type Client = { jar: Actor; headers: Record<string, string> };

beforeAll(async () => {
  resetApp();
  clients = {
    visitor: null,
    teacher: await signInClient(await createTeacher()),
    admin: await signInClient(await createAdmin()),
  };
});

async function signInClient(user: { id: string }): Promise<Client> {
  const jar = await signIn(user);
  const token = await refreshAccessToken(jar);
  return { jar, headers: { authorization: `Bearer ${token}` } };
}

type Listing = NonNullable<Awaited<ReturnType<typeof findListing>>>;

/** The listing with another price: an edit that never needs a review. */
const toJson = (listing: Listing) => ({
  title: listing.title,
  description: listing.description,
  subject: listing.subject,
  levels: listing.levels,
  locations: listing.locations,
  online: listing.online,
  county: listing.county,
  neighbourhood: listing.neighbourhood,
  session_minutes: listing.sessionMinutes,
  formats: listing.formats,
});
const REASON = { reason: "unclear", text: "Ce program aveți?" };

function toPageRequest(action: Action, listing: Listing): [string, TestRequest] {
  const path = `/tutoring/${listing.id}`;
  const post = (form: NonNullable<TestRequest["form"]> = {}): TestRequest => ({ method: "POST", form });
  const version = String(listing.version);
  switch (action) {
    case "view":
      return [path, {}];
    case "promote":
      return [`${path}/promote`, {}];
    case "edit": {
      const { online, county, session_minutes, ...rest } = toJson(listing);
      const fields = { ...rest, county: county ?? "", session_minutes: String(session_minutes) };
      return [
        `${path}/edit`,
        post({
          ...fields,
          price: "95",
          version,
          intent: listing.state === "draft" ? "draft" : "submit",
          id: listing.id,
        }),
      ];
    }
    case "report":
      return [`${path}/report`, post({ reason: "spam", text: "" })];
    case "enquire":
      return [`${path}/enquiries`, post({ message: "Aveți locuri libere joi?", once: newId() })];
    case "approve":
      return [`/admin/listings/${listing.id}/${action}`, post({ version })];
    case "reject":
    case "suspend":
    case "reinstate":
      return [`/admin/listings/${listing.id}/${action}`, post({ ...REASON, version })];
    default:
      return [`${path}/${action}`, post()];
  }
}

function toApiRequest(action: Action, listing: Listing): [string, TestRequest] | null {
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
      return [path, { method: "PUT", json: { ...toJson(listing), price: 9500, version } }];
    case "delete":
      return [`${path}?version=${version}`, { method: "DELETE", json: REASON }];
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

/** A listing in the given state, and a client of the given role (null for a visitor). */
async function createScenario(state: State, role: Role): Promise<{ id: string; client: Client | null }> {
  const owner = await createTeacher();
  const { id } = await createListing(owner, STATES[state]);
  return { id, client: role === "owner" ? await signInClient(owner) : clients[role] };
}

/** Tries an action by page or API. Returns the status and the row before and after. */
async function tryAction(id: string, client: Client | null, action: Action, via: Interface) {
  const before = (await findListing(id)) as Listing;
  const request = via === "page" ? toPageRequest(action, before) : toApiRequest(action, before);
  // A guest's enquiry needs several requests, which other tests send.
  if (!request || (action === "enquire" && !client)) return null;
  const [path, init] = request;
  const headers = {
    ...(via === "api" ? client?.headers : {}),
    "cf-connecting-ip": `10.1.${++addresses >> 8}.${addresses & 255}`,
  };
  const answer = await app.request(path, {
    ...init,
    headers,
    ...(via === "page" && client ? { as: client.jar } : {}),
  });
  await answer.arrayBuffer();
  return { status: answer.status, before, after: (await findListing(id)) as Listing };
}

describe("actions on a listing by state and role, on pages and in the API", () => {
  // A visitor and another teacher see whether a listing is public, not its other states.
  const publicStates: readonly State[] = ["draft", "published", "deleted"];
  const cases = ROLES.flatMap((role) =>
    (Object.keys(STATES) as State[])
      .filter((state) => role === "owner" || role === "admin" || publicStates.includes(state))
      .map((state) => [state, role] as const),
  );
  it.each(cases)("%s listing, as %s", async (state, role) => {
    const problems: string[] = [];
    let { id, client } = await createScenario(state, role);
    const stateIndex = Object.keys(STATES).indexOf(state);
    for (const [n, action] of ACTIONS.entries()) {
      // Pages and calls by turns: each action by both, and each state.
      const via = action === "promote" || (n + stateIndex) % 2 === 0 ? "page" : "api";
      const attempt = await tryAction(id, client, action, via);
      if (!attempt) continue;
      const { status, before, after } = attempt;
      const expectedStatus = getExpectedStatus(action, state, role, via);
      if (status !== expectedStatus)
        problems.push(`${action} (${via}): ${status} instead of ${expectedStatus}`);
      const nextState = NEXT_STATES[action]?.[state];
      const succeeds = expectedStatus < 300 || expectedStatus === 303;
      const isChanged = JSON.stringify(after) !== JSON.stringify(before);
      if (nextState !== undefined && succeeds) {
        if (after.state !== nextState)
          problems.push(`${action} (${via}) leads to ${after.state}, not ${nextState}`);
        if (after.version !== before.version + 1)
          problems.push(`${action} (${via}) does not increase the version`);
      } else if (isChanged) problems.push(`${action} (${via}) changed the row`);
      if (isChanged) ({ id, client } = await createScenario(state, role));
    }
    expect(problems).toEqual([]);
  });

  it("leave the search index as the listings are", () => expectConsistentIndex(app.clock.now));
});
