import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { composeSiteMail, queueMailStatement } from "@/features/mail";
import { ok, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { findInviterName } from "../queries";
import { type CheckedUpload, checkUpload } from "./check-upload";
import { composeInvitation } from "./compose-invitation";

export type InvitationPreview = { to: string; from: string; subject: string; text: string };

/** The mail of the first correct row. Its links have no token, so that they lead to no draft. */
async function composePreview(ctx: Ctx, { rows, source }: CheckedUpload) {
  const teacher = rows.find((row) => row.teacher)?.teacher;
  if (!teacher) return null;
  const operator = await findInviterName(ctx);
  return {
    ...composeInvitation(ctx, teacher, { source, operator }),
    actionPath: paths.invitation(),
    unsubscribePath: paths.refuseInvitation(),
  };
}

/** The mail of the first correct row, as the teacher will read it; null without correct rows. */
export async function previewInvitation(ctx: Ctx, upload: CheckedUpload): Promise<InvitationPreview | null> {
  const preview = await composePreview(ctx, upload);
  if (!preview) return null;
  const { to, ...mail } = preview;
  const { subject, text } = composeSiteMail(ctx, mail);
  return { to, from: ctx.config.MAIL_FROM, subject, text };
}

/** Mails the preview to the admin. Refuses like `checkUpload`. @returns the admin's address; null without correct rows */
export async function sendTrialInvitation(
  ctx: Ctx,
  input: { csv?: unknown; source?: unknown },
): Promise<Result<string | null>> {
  const { email } = requireAdmin(ctx);
  const checked = await checkUpload(ctx, input);
  if (!checked.ok) return checked;
  const preview = await composePreview(ctx, checked.value);
  if (!preview) return ok(null);
  const { unsubscribePath: _, ...mail } = preview;
  await ctx.commit([queueMailStatement(ctx, { ...mail, to: email, deleteWhenDone: true })]);
  return ok(email);
}
