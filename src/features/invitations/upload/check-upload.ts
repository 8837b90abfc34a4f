import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { ok, type Result } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { invitationUploadSchema } from "@/shared/schemas/invitation";
import { createAddressHasher, toMailbox } from "../address-hasher";
import { type ParsedUpload, parseUpload, type UploadRow } from "./parse-upload";
import { suggestCells } from "./suggest-cells";

export type CheckedUpload = ParsedUpload & { source: string };

/**
 * Reads an upload (`invitationUploadSchema`) without inviting anybody. Rows have the problems of `parseUpload`, what
 * `suggestCells` adds, and on `email`: `email_repeated`, `email_has_account`, `email_invited`, `email_refused` and
 * `email_expired`.
 * @throws Refused unless the visitor is an admin.
 * @returns `invalid` for a file without usable rows, or without a source.
 */
export async function checkUpload(
  ctx: Ctx,
  input: { csv?: unknown; source?: unknown },
): Promise<Result<CheckedUpload>> {
  requireAdmin(ctx);
  const checked = validate(invitationUploadSchema, input);
  if (!checked.ok) return checked;
  const parsed = parseUpload(ctx, checked.value.csv);
  if (!parsed.ok) return parsed;
  const { unknownColumns, headings } = parsed.value;
  const rows = await suggestCells(ctx, parsed.value.rows);
  const known = await listKnownAddresses(ctx, rows);
  /** The first row of each mailbox. */
  const first = new Map<string, number>();
  return ok({
    source: checked.value.source,
    unknownColumns,
    headings,
    rows: rows.map((row) => {
      const mailbox = toMailbox(row.email);
      const earlier = first.get(mailbox);
      if (earlier === undefined) first.set(mailbox, row.row);
      const code = known.get(row.email);
      const repeated = earlier === undefined ? null : { code: "email_repeated", params: { earlier } };
      const found = code ? { code } : repeated;
      if (!found || row.email === "") return row;
      const problem = { field: "email", ...found };
      return { ...row, teacher: null, problems: [problem, ...row.problems] };
    }),
  });
}

/** Problems of addresses that have an account or had an invitation: their rows need no correction. */
const SKIPPED: readonly string[] = ["email_has_account", "email_invited", "email_refused", "email_expired"];

/** Whether nothing has to be done about a row that invites nobody. */
export const isSkipped = ({ problems }: Pick<UploadRow, "problems">): boolean =>
  problems.some(({ code }) => SKIPPED.includes(code));

/** Why addresses can't be invited, by address. */
async function listKnownAddresses(ctx: Ctx, rows: readonly UploadRow[]): Promise<Map<string, string>> {
  const toHash = await createAddressHasher(ctx);
  const addresses = rows.map(({ email }) => ({ email, hash: toHash(email) }));
  const found = await ctx.db.all<{ email: string; code: string }>(sql`
    select email, code from (select value ->> 'email' as email, case
      when exists (select 1 from users where users.email = value ->> 'email') then 'email_has_account'
      else (select case state when 'invited' then 'email_invited' when 'expired' then 'email_expired'
        else 'email_refused' end from invitations where address_hash = value ->> 'hash')
    end as code from json_each(${JSON.stringify(addresses)})) where code is not null`);
  return new Map(found.map(({ email, code }) => [email, code]));
}
