import type { SQL } from "drizzle-orm";
import { auditEventStatement, hasAuditEventSql } from "./audit";
import type { Statement } from "./client";
import { previousChanged } from "./guard";
import { hasRows } from "./returned-rows";

type AuditContext = Parameters<typeof auditEventStatement>[0];

export type AuditedChange = Omit<Parameters<typeof auditEventStatement>[1], "id"> & {
  /** Changes rows if its guard holds, with `returning`. */
  statement: Statement;
  /** Further statements of the batch, each with the guard. */
  furtherStatements?: ((guard: SQL) => Statement[] | Promise<Statement[]>) | undefined;
};

/**
 * Commits a change with its audit event and its consequences. Returns false if the guard of its statement did not hold;
 * then nothing was written.
 */
export async function commitAudited(
  ctx: AuditContext & { commit(statements: Statement[]): Promise<unknown[]> },
  { statement, furtherStatements, ...event }: AuditedChange,
): Promise<boolean> {
  const id = ctx.newId();
  const [changed] = await ctx.commit([
    statement,
    auditEventStatement(ctx, { ...event, id }, previousChanged),
    ...((await furtherStatements?.(hasAuditEventSql(id))) ?? []),
  ]);
  return hasRows(changed);
}
