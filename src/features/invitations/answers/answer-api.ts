import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { signOut } from "@/features/accounts";
import { findOrCreateDevice, getGuestShortlist, getRefreshCookies, setSessionCookies } from "@/http/cookies";
import { declareCall } from "@/http/declare-call";
import { getDevice } from "@/http/user-agent";
import { getOrThrow, ok, type Result } from "@/shared/errors";
import { toTimestampJson } from "@/shared/format";
import { paths } from "@/shared/paths";
import {
  claimedInvitationResponseSchema,
  invitationClaimSchema,
  invitationTokenSchema,
  openInvitationResponseSchema,
} from "@/shared/schemas/invitation";
import { findOpenInvitation } from "../find-open-invitation";
import { refuseInvitation } from "../refuse-invitation";
import { adoptInvitation } from "./adopt-invitation";
import { claimInvitation, type InvitationClaim } from "./claim-invitation";
import { fillDraft } from "./claim-values";

/** The mailed link of an invitation as JSON. */
export const answerApi = new Hono<AppEnv>();

const INVALID_TOKEN =
  "The token is unknown or the invitation has ended (`invalid_token`), or it was refused (`invitation_erased`).";
const CLAIMED = "The invitation was claimed; with `claimed_account_deleted`, its account was deleted since.";
const TOKEN = "Token of the mailed link";
const toText = (value: unknown): string => (typeof value === "string" ? value : "");

declareCall(answerApi, {
  method: "GET",
  path: paths.apiInvitation(),
  tag: "invitations",
  summary: "Read an invitation",
  description:
    "The draft of a mailed invitation, with levels, texts and online lessons from its subject where it lacks them. Reading it changes nothing.",
  access: "public",
  rawQuery: { token: `${TOKEN}.` },
  responses: {
    200: { description: "The invitation.", schema: openInvitationResponseSchema },
    400: INVALID_TOKEN,
    410: CLAIMED,
  },
  async handler({ c, ctx }) {
    const found = getOrThrow(await findOpenInvitation(ctx, c.req.query("token") ?? ""));
    const { email, draft, source, createdTs, expiresTs, hasAccount } = found;
    return {
      content: {
        email,
        ...draft,
        listing: fillDraft(ctx.t, draft.listing),
        source,
        created_ts: toTimestampJson(createdTs),
        expires_ts: toTimestampJson(expiresTs),
        has_account: hasAccount,
      },
    };
  },
});

declareCall(answerApi, {
  method: "POST",
  path: paths.apiInvitationAction("claim"),
  tag: "invitations",
  summary: "Claim an invitation",
  description:
    "Creates the teacher’s account, whose address counts as confirmed, and the listing, mails the teacher about both, and signs in: sets the refresh cookie. With `submit` the listing is sent to moderation and must be complete, otherwise it is a draft. Fields of the listing that are left out stay as GET returns them; a description that the upload lacks and nobody changed names the levels that are sent. A repeated response has no cookie.",
  fields: {
    token: TOKEN,
    password: "New password: any characters; the most common passwords are refused",
    birth_date: "Date of birth (YYYY-MM-DD), at least 18 years ago",
    phone: "Whether the phone number of the draft is stored in the profile",
    terms: "Consent to the terms",
    submit: "Whether the listing is sent to moderation",
    state: "`pending` after `submit`, otherwise `draft`",
  },
  access: "public",
  idempotent: true,
  options: { sameOriginOnly: true },
  rawBody: invitationClaimSchema,
  responses: {
    201: {
      description: "The account was created.",
      schema: claimedInvitationResponseSchema,
      headers: ["Set-Cookie"],
    },
    400: INVALID_TOKEN,
    409: "The address has an account (`email_taken`), whose owner takes over the draft by `/api/invitation/adopt`.",
    410: CLAIMED,
  },
  problems: ["too_many", "unavailable"],
  async handler({ c, rawBody: { token, birth_date, password, phone, terms, submit, ...claimed } }) {
    const { listingId } = getOrThrow(
      await claimInBrowser(c, toText(token), {
        birth_date,
        password,
        phone: phone === true,
        terms: terms === true,
        claimed,
        submit: submit === true,
        holdsPrice: false,
      }),
    );
    return { content: { listing_id: listingId, state: submit === true ? "pending" : "draft" } };
  },
});

declareCall(answerApi, {
  method: "POST",
  path: paths.apiInvitationAction("adopt"),
  tag: "invitations",
  summary: "Take over an invitation",
  description:
    "For the teacher whose account has the confirmed address of the invitation: its draft becomes a draft listing of the account.",
  fields: { token: TOKEN },
  access: "teacher",
  idempotent: true,
  rawBody: invitationTokenSchema,
  responses: {
    201: { description: "The draft listing was created.", schema: claimedInvitationResponseSchema },
    400: INVALID_TOKEN,
    409: "The account does not have the confirmed address of the invitation (`email_taken`).",
    410: CLAIMED,
  },
  async handler({ ctx, rawBody: { token } }) {
    const listingId = getOrThrow(await adoptInvitation(ctx, toText(token)));
    return { content: { listing_id: listingId, state: "draft" } };
  },
});

declareCall(answerApi, {
  method: "POST",
  path: paths.apiInvitationAction("refuse"),
  tag: "invitations",
  summary: "Refuse an invitation",
  description:
    "Erases the data of the invitation. Only a keyed hash of the address stays, so that it is never invited again. A second refusal changes nothing.",
  fields: { token: TOKEN },
  access: "public",
  rawBody: invitationTokenSchema,
  responses: {
    204: { description: "Refused." },
    400: "The token is unknown or the invitation has ended (`invalid_token`).",
    410: CLAIMED,
  },
  async handler({ ctx, rawBody: { token } }) {
    getOrThrow(await refuseInvitation(ctx, toText(token)));
  },
});

/** Claims an invitation and signs the browser in, whose previous session ends. Refuses like `claimInvitation`. */
export async function claimInBrowser(
  c: Context<AppEnv>,
  token: string,
  typed: InvitationClaim,
): Promise<Result<{ listingId: string }>> {
  const { ctx } = c.var;
  const device = findOrCreateDevice(c);
  const browser = { device: { ...getDevice(c), key: device.key }, shortlist: getGuestShortlist(c) };
  const result = await claimInvitation(ctx, token, typed, browser);
  if (!result.ok) return result;
  const { signedIn, ...claimed } = result.value;
  if (ctx.user) await signOut(ctx, { cookies: getRefreshCookies(c) });
  if (signedIn) setSessionCookies(c, signedIn, device);
  return ok(claimed);
}
