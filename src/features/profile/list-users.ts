import type { Ctx } from "@/context";
import { ok, type Result } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import type { PublicUserJson } from "@/shared/schemas/user-json";
import { findPublicAccounts } from "./queries";
import { readUserList } from "./read-user-list";
import { serializePublicUser } from "./serialize-user";

/**
 * Public accounts for a list of ids, in the list's order, each once; unknown and disabled accounts are left out.
 * `packed` is parsed by `readUserList`, with its errors.
 */
export async function listUsers(ctx: Ctx, packed: string): Promise<Result<PublicUserJson[]>> {
  const ids = readUserList(packed);
  if (!ids.ok) return ids;
  const known = [...new Set(ids.value)].filter((id) => ID_PATTERN.test(id));
  const accounts = known.length > 0 ? await findPublicAccounts(ctx, known) : [];
  return ok(accounts.map(serializePublicUser));
}
