/** What a completed phrase names; `search` is any other search. */
export const COMPLETION_KINDS = ["subject", "level", "county", "town", "search"] as const;

export const SUGGESTION_KINDS = [...COMPLETION_KINDS, "teacher"] as const;

export type Suggestion = { kind: (typeof SUGGESTION_KINDS)[number]; label: string; href: string };
