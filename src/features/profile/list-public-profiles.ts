import { gunzipSync } from "node:zlib";
import * as z from "zod/mini";
import type { Ctx } from "@/context";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { validate } from "@/shared/schemas/field-errors";
import type { PublicUserJson } from "@/shared/schemas/user-json";
import { listPublicAccounts } from "./queries";
import { serializePublicUser } from "./serialize-user";

/**
 * Public accounts for a list of ids, in the list's order, each once; unknown and disabled accounts are left out.
 * `packed` is parsed by `parseUserList`, with its errors.
 */
export async function listPublicProfiles(ctx: Ctx, packed: string): Promise<Result<PublicUserJson[]>> {
  const ids = parseUserList(packed);
  if (!ids.ok) return ids;
  const validIds = [...new Set(ids.value)].filter((id) => ID_PATTERN.test(id));
  const accounts = validIds.length > 0 ? await listPublicAccounts(ctx, validIds) : [];
  return ok(accounts.map(serializePublicUser));
}

const USER_LIST = { ids: 1000, bytes: 64 * 1024 } as const;

const userListSchema = z.object({ user_list: z.array(z.string()).check(z.maxLength(USER_LIST.ids)) });

/**
 * Parses a list of ids: base64url of a gzip-compressed JSON list of strings. Refuses `malformed` with a reason,
 * `too_large` above 64 KB unpacked, `invalid` unless it is a list of at most 1,000 strings.
 */
function parseUserList(packed: string): Result<string[]> {
  if (packed === "") return invalid([{ field: "user_list", code: "required" }]);
  const bytes = decodeBase64Url(packed);
  if (!bytes) return refuse("malformed", { reason: "not_base64url" });
  const unpacked = gunzip(bytes);
  if (!unpacked.ok) return unpacked;
  let list: unknown;
  try {
    list = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(unpacked.value));
  } catch {
    return refuse("malformed", { reason: "not_json" });
  }
  const parsed = validate(userListSchema, { user_list: list });
  return parsed.ok ? ok(parsed.value.user_list) : parsed;
}

/** RFC 4648, 5, with or without padding; null for anything else. */
function decodeBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]+={0,2}$/.test(text)) return null;
  try {
    const binary = atob(text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Bytes that zlib unpacks at a time. */
const CHUNK = 16 * 1024;

/**
 * Unpacks gzip (RFC 1952) up to a bound. A DecompressionStream would unpack each write completely before its size is
 * known, up to a thousand times the input.
 */
function gunzip(bytes: Uint8Array): Result<Uint8Array> {
  try {
    const unpacked = gunzipSync(bytes, { chunkSize: CHUNK, maxOutputLength: USER_LIST.bytes + CHUNK });
    return unpacked.byteLength > USER_LIST.bytes ? refuse("too_large") : ok(unpacked);
  } catch (error) {
    return error instanceof RangeError ? refuse("too_large") : refuse("malformed", { reason: "not_gzip" });
  }
}
