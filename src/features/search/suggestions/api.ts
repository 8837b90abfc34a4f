import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { getTranslator } from "@/http/texts";
import { isLocale, LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { parseSearch } from "@/shared/schemas/search";
import { type SuggestionsJson, suggestionsJsonSchema } from "@/shared/schemas/suggestion";

/** How long browsers and shared caches may reuse an answer (s). It is the same for every visitor. */
const MAX_AGE_S = 300;

const LIST_SUGGESTIONS = {
  tag: "listings",
  parameters: [
    { name: "q", in: "query", schema: z.optional(z.string()) },
    { name: "locale", in: "query", schema: z.optional(z.enum(LOCALES)) },
  ],
  responses: { 200: { schema: suggestionsJsonSchema, headers: ["Cache-Control"] } },
} as const;

/** Suggestions while typing in a search box. */
export const suggestionsApi = new Hono<AppEnv>();

suggestionsApi.get(paths.apiSuggestions(), describeRoute(LIST_SUGGESTIONS), async (c) => {
  const { ctx } = c.var;
  const query = new URL(c.req.url).searchParams;
  const locale = query.get("locale");
  const t = locale && isLocale(locale) ? getTranslator(locale) : ctx.t;
  // With the grammar of the search, which an isolate loads with the first use.
  const { listSuggestions } = await import("./list-suggestions");
  const body: SuggestionsJson = { content: await listSuggestions(ctx, t, parseSearch(query).filters.q) };
  c.header("cache-control", `public, max-age=${MAX_AGE_S}`);
  return c.json(body);
});
