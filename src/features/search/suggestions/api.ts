import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { getTranslator } from "@/http/texts";
import { isLocale, LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { parseSearch } from "@/shared/schemas/search";
import { suggestionsJsonSchema } from "@/shared/schemas/suggestion";

/** How long browsers and shared caches may reuse an answer (s). It is the same for every visitor. */
const MAX_AGE_S = 300;

/** Suggestions while typing in a search box. */
export const suggestionsApi = new Hono<AppEnv>();

declareCall(suggestionsApi, {
  method: "GET",
  path: paths.apiSuggestions(),
  tag: "listings",
  summary: "Suggest searches",
  description:
    "Up to eight searches and teachers for a text that is being typed. The last word may be a prefix; capital letters and diacritics are ignored, and words of both languages are understood. `subject`, `level`, `county` and `town` name a phrase that completes the text, with what the words before it mean; `search` is any other search, such as that of a whole phrase (`mate sub 100`), and `teacher` the name of a teacher with a visible listing. All of them have results. A mistyped text that resembles nothing else gets the suggestions of the text that was probably meant. A text without letters and digits has no suggestions, and further than 200 characters is ignored. The answer may be cached for five minutes, and is not counted as a search.",
  access: "public",
  rawQuery: {
    q: z.optional(z.string()).check(z.describe("The text as typed so far.")),
    locale: z
      .optional(z.enum(LOCALES))
      .check(z.describe("The language of labels and links; by default that of the path.")),
  },
  responses: {
    200: {
      description: "Suggestions, the most likely first.",
      schema: suggestionsJsonSchema,
      headers: ["Cache-Control"],
    },
  },
  async handler({ c, ctx }) {
    const query = new URL(c.req.url).searchParams;
    const locale = query.get("locale");
    const t = locale && isLocale(locale) ? getTranslator(locale) : ctx.t;
    // With the grammar of the search, which an isolate loads with the first use.
    const { listSuggestions } = await import("./list-suggestions");
    c.header("cache-control", `public, max-age=${MAX_AGE_S}`);
    return { content: await listSuggestions(ctx, t, parseSearch(query).filters.q) };
  },
});
