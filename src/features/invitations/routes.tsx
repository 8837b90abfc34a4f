import { type Context, Hono } from "hono";
import { keyedHash } from "@/auth/keyed-hash";
import type { AppEnv } from "@/context";
import { DEFAULT_MAX_BODY_BYTES } from "@/http/body-limit";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { csvResponse, explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { formatCsv } from "@/shared/csv";
import { getOrThrow, type Refusal } from "@/shared/errors";
import { parseWholeNumber } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { UPLOAD_LIMITS } from "@/shared/schemas/invitation";
import { answerRoutes } from "./answers/answer-routes";
import { deleteInvitation } from "./delete-invitation";
import { DeleteInvitationPage } from "./delete-invitation-page";
import { type DoneAction, InvitationsPage, type UploadView } from "./invitations-page";
import { countInvitations, findInvitation, listInvitations } from "./queries";
import { checkUpload, isSkipped } from "./upload/check-upload";
import { createSample } from "./upload/create-sample";
import { decodeCsv } from "./upload/decode-csv";
import { inviteTeachers } from "./upload/invite-teachers";
import { selectRows } from "./upload/parse-upload";
import { previewInvitation, sendTrialInvitation } from "./upload/preview-invitation";

/** `adminGate` (src/http/admin-gate.ts) protects those below `/admin`. */
export const invitationsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

invitationsRoutes.route("/", answerRoutes);

const NO_UPLOAD: UploadView = {
  csv: "",
  source: "",
  mayWrite: false,
  checked: null,
  errors: {},
  message: null,
};

invitationsRoutes.get(paths.adminInvitations(), (c) => showPage(c, NO_UPLOAD));

/**
 * Reads an upload, or invites its teachers. The text travels in the form, so that nothing is stored about teachers before
 * the admin has seen the result. Only what was checked as it is invites them.
 */
invitationsRoutes.post(
  paths.adminInvitations(),
  // The text and, next to it, a file.
  routeOptions({ maxBody: 2 * UPLOAD_LIMITS.bytes + DEFAULT_MAX_BODY_BYTES }),
  async (c) => {
    const { ctx } = c.var;
    const form = await readForm(c);
    const [file] = form.files("file");
    const csv = file ? decodeCsv(await file.arrayBuffer()) : form.text("csv");
    const input = { csv, source: form.text("source") };
    let done: DoneAction = null;
    const may_write = form.has("may_write");
    let refusal: Refusal | undefined;
    if (form.text("intent") === "trial") {
      const result = await sendTrialInvitation(ctx, input);
      if (result.ok && result.value) done = { trial: result.value };
    } else if (form.text("intent") === "invite" && form.text("checked") === signUpload(c, input)) {
      const result = await inviteTeachers(ctx, { ...input, may_write });
      if (!result.ok) refusal = result.refusal;
      else {
        const { invited, rows } = result.value;
        // A second row of an invited teacher needs no correction either.
        const handled = new Set(rows.flatMap(({ teacher }) => teacher?.email ?? []));
        const wrong = rows.filter((row) => !handled.has(row.email) && !isSkipped(row)).map(({ row }) => row);
        const skipped = rows.length - invited - wrong.length;
        if (wrong.length === 0) return seeOther(c, paths.adminInvitations({ invited, skipped }));
        // The form keeps the other rows, so that they can be corrected.
        done = { invited, others: wrong.length, skipped };
        input.csv = selectRows(csv, wrong);
      }
    }
    const result = await checkUpload(ctx, input);
    const signature = signUpload(c, input);
    refusal = result.ok ? refusal : result.refusal;
    const { errors, message } = explainFormRefusal(c, refusal);
    const checked = result.ok
      ? { ...result.value, signature, preview: await previewInvitation(ctx, result.value) }
      : null;
    // What was stated of one upload says nothing of another.
    const mayWrite = may_write && done === null && form.text("checked") === signature;
    const upload = { ...input, mayWrite, checked, errors, message };
    return showPage(c, upload, { status: refusal ? 422 : 200, done });
  },
);

invitationsRoutes.post(paths.adminDeleteInvitation(":id"), async (c) => {
  getOrThrow(await deleteInvitation(c.var.ctx, idParam(c)));
  return seeOther(c, paths.adminInvitations({ done: "deleted" }));
});
/** Asks first, because it can't be undone. */
invitationsRoutes.get(paths.adminDeleteInvitation(":id"), async (c) => {
  const invitation = await findInvitation(c.var.ctx, idParam(c));
  if (invitation?.state !== "invited") return seeOther(c, paths.adminInvitations());
  const head = { title: c.var.ctx.t("invitations.admin.deleteHeading"), noindex: true };
  return renderPage(c, head, <DeleteInvitationPage invitation={invitation} />);
});

/** A file with all columns and one teacher, in the page's language. */
invitationsRoutes.get(paths.adminInvitationSample(), (c) => {
  const { locale, t } = c.var.ctx;
  return csvResponse(c, formatCsv(createSample(t), locale), t("invitations.admin.heading"));
});

/** Recognizes an upload that was checked. Browsers send line ends as CRLF. */
const signUpload = (c: C, { csv, source }: { csv: string; source: string }): string =>
  keyedHash(c.var.ctx, "checked upload", JSON.stringify([csv.replace(/\r\n?/g, "\n"), source])).toString(
    "base64url",
  );

async function showPage(
  c: C,
  upload: UploadView,
  { status = 200, done = null }: { status?: number; done?: DoneAction } = {},
) {
  const { ctx } = c.var;
  const query = {
    email: (c.req.query("email") ?? "").trim().toLowerCase(),
    after: c.req.query("after"),
    before: c.req.query("before"),
  };
  const [page, counts] = await Promise.all([listInvitations(ctx, query), countInvitations(ctx)]);
  const toNumber = (name: string) => parseWholeNumber(c.req.query(name) ?? "");
  const redirected = Number.isNaN(toNumber("invited"))
    ? c.req.query("done") === "deleted"
      ? ("deleted" as const)
      : null
    : { invited: toNumber("invited"), others: 0, skipped: toNumber("skipped") || 0 };
  return renderPage(
    c,
    { title: ctx.t("invitations.admin.heading"), noindex: true },
    <InvitationsPage
      upload={upload}
      page={page}
      counts={counts}
      email={query.email}
      done={done ?? (status === 200 ? redirected : null)}
    />,
    status,
  );
}
