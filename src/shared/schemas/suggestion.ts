import * as z from "zod/mini";

/** What a completed phrase names; `search` is any other search. */
export const COMPLETION_KINDS = ["subject", "level", "county", "town", "search"] as const;

const suggestionJsonSchema = z
  .object({ kind: z.enum([...COMPLETION_KINDS, "teacher"]), label: z.string(), href: z.string() })
  .register(z.globalRegistry, { id: "Suggestion" });

export type SuggestionJson = z.output<typeof suggestionJsonSchema>;

export const suggestionsJsonSchema = z.object({ content: z.array(suggestionJsonSchema) });

export type SuggestionsJson = z.output<typeof suggestionsJsonSchema>;
