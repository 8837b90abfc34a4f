import { PICTURE_FIELD } from "@client/islands/profile/profile-picture";
import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { listOwnListingStates } from "@/features/listings";
import { DEFAULT_MAX_BODY_BYTES } from "@/http/body-limit";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS, invalid, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { IMAGE_LIMITS } from "@/shared/picture-limits";
import { QUALIFICATIONS } from "@/shared/schemas/accounts";
import { applyListButton } from "@/shared/sortable-list";
import { formatRefusal, toFormErrors } from "@/ui/form";
import { addPlaceOfListing, readProfileValues, toProfileInput, toProfileValues } from "./form-values";
import { PROFILE_DONE, ProfilePage, type ProfileView } from "./profile-page";
import { deleteProfilePicture, saveProfilePicture } from "./profile-picture";
import { findOwnAccount } from "./queries";
import { saveProfile } from "./save-profile";

export const profileRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

profileRoutes.get(paths.profile(), async (c) => {
  const account = await findVisitorAccount(c);
  const done = PROFILE_DONE.find((value) => value === c.req.query("done")) ?? null;
  const stored = toProfileValues(account);
  const needsCounty = account.user.role !== "u" && !account.teacher?.county;
  const values = needsCounty ? addPlaceOfListing(stored, await listOwnListingStates(c.var.ctx)) : stored;
  return profilePage(c, { account, values, done });
});

profileRoutes.post(paths.profile(), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const account = await findVisitorAccount(c);
  const values = readProfileValues(form);
  const rows = applyRowIntent(values.qualifications, form.text("intent"));
  if (rows) return profilePage(c, { account, values: { ...values, qualifications: rows }, isUnfolded: true });
  const result = await saveProfile(ctx, toProfileInput(values, account));
  if (result.ok) return seeOther(c, paths.profile({ done: result.value.isChanged ? "saved" : "unchanged" }));
  if (result.refusal.code !== "invalid") return refusalResponse(c, result.refusal);
  const errors = toFormErrors(ctx.t, result.refusal.fields);
  return profilePage(c, { account, values, errors }, 422);
});

/** A picture of twice the allowed size, so that the response can name the limit. */
const MAX_PICTURE_FORM = 2 * IMAGE_LIMITS.bytes + DEFAULT_MAX_BODY_BYTES;

const pictureForm = routeOptions({
  maxBody: ({ user, hasFiles }) => (user && hasFiles ? MAX_PICTURE_FORM : DEFAULT_MAX_BODY_BYTES),
  // If the session ended before the upload, the picture itself may be small enough.
  tooLarge: ({ user }) =>
    user ? { code: "too_large", reason: "upload_too_large" } : { code: "unauthenticated" },
});
profileRoutes.post(paths.profilePictureForm(), pictureForm, async (c) => {
  const { ctx } = c.var;
  const { id } = requireUser(ctx);
  const form = await readForm(c);
  if (form.text("intent") === "remove") {
    await deleteProfilePicture(ctx, id);
    return seeOther(c, paths.profile({ done: "pictureRemoved" }));
  }
  const [file] = form.files(PICTURE_FIELD);
  const result = file
    ? await saveProfilePicture(ctx, id, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
    : invalid([{ field: PICTURE_FIELD, code: "picture_missing" }]);
  if (result.ok) return seeOther(c, paths.profile({ done: "picture" }));
  const { refusal } = result;
  const account = await findVisitorAccount(c);
  const pictureError = toFormErrors(ctx.t, refusal.fields)[PICTURE_FIELD] ?? formatRefusal(ctx.t, refusal);
  if (refusal.retryAfter !== undefined) c.header("retry-after", String(refusal.retryAfter));
  const tooLarge = refusal.fields?.some(({ code }) => code === "image_too_large");
  const status = ERROR_STATUS[tooLarge ? "too_large" : refusal.code];
  return profilePage(c, { account, values: toProfileValues(account), pictureError }, status);
});

async function findVisitorAccount(c: C) {
  const account = await findOwnAccount(c.var.ctx, requireUser(c.var.ctx).id);
  // The account was erased at the same moment.
  if (!account) throw new Refused({ code: "unauthenticated" });
  return account;
}

const profilePage = (c: C, view: ProfileView, status = 200) =>
  renderPage(
    c,
    {
      title: c.var.ctx.t("profile.title"),
      noindex: true,
      isAfterSending: view.done === "saved" || view.done === "unchanged",
    },
    <ProfilePage view={view} />,
    status,
  );

/**
 * Applies the intent of a button of the qualifications list: `add` adds an empty row; the others name row n, counted
 * from 0. Null for any other intent. `QualificationsList` does the same in the browser.
 */
const applyRowIntent = (rows: readonly string[], intent: string): string[] | null =>
  intent === "add" ? [...rows, ""].slice(0, QUALIFICATIONS.max) : applyListButton(rows, intent, Number);
