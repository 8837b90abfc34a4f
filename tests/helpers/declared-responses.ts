import type { Hono } from "hono";
import * as z from "zod/mini";
import { listStatuses } from "@/api-docs/operation";
import type { AppEnv } from "@/context";
import { type CallDeclaration, findDeclaration } from "@/http/declare-call";

/** Statuses of middleware that any call may return: a wrong token, another site, a wrong body, an outage. */
const GENERAL_STATUSES = new Set([400, 401, 403, 413, 415, 500, 503]);

/**
 * Compares the responses of an app with the declarations of its calls: each status is declared, and JSON has exactly
 * the fields of its schema. So every test of a call proves that the API document is true.
 */
export function createDeclarationCheck(app: Hono<AppEnv>) {
  const calls = app.routes.flatMap(({ method, path, handler }) => {
    const call = findDeclaration(handler);
    return call ? [{ method, call, pattern: toPathPattern(path) }] : [];
  });
  return async (method: string, url: string, response: Response): Promise<void> => {
    const { pathname } = new URL(url);
    const found = calls.find((known) => known.method === method && known.pattern.test(pathname));
    if (!found) return;
    const { status } = response;
    if (!GENERAL_STATUSES.has(status) && !listStatuses(found.call).includes(status)) {
      throw new Error(`${method} ${pathname} answers ${status}, which its declaration does not have`);
    }
    await checkBody(found.call, response);
  };
}

/** Matches the paths of a route, in both languages. */
export function toPathPattern(path: string): RegExp {
  const pattern = path.replaceAll(/:\w+(?:\{([^}]*)\})?|\./g, (part, any) =>
    part === "." ? "\\." : (any ?? "[^/]+"),
  );
  return new RegExp(`^(?:/ro)?${pattern}$`);
}

async function checkBody({ path, responses }: CallDeclaration, response: Response): Promise<void> {
  const declared = responses[response.status];
  const schema = typeof declared === "object" ? declared.schema : undefined;
  if (!schema || path.startsWith("/data/")) return;
  const body: unknown = await response.clone().json();
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) throw new Error(`${path} ${response.status}: ${z.prettifyError(parsed.error)}`);
  // Parsing leaves out unknown fields.
  if (toSortedJson(parsed.data) !== toSortedJson(body)) {
    throw new Error(`${path} ${response.status} has fields that its schema does not have`);
  }
}

/** JSON with the fields in alphabetical order. */
const toSortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)))
      : part,
  );
