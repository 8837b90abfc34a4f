import { levelSetScope, searchScope } from "@/features/listings";
import { LEVELS, SUBJECTS } from "@/shared/codes";
import type { SearchFilters } from "@/shared/schemas/search";

/** Every listing has a subject and a level, so that all of them ask for no less than none does. */
function choices<T>(chosen: readonly T[], all: readonly T[]): (T | undefined)[] {
  return chosen.length > 0 && chosen.length < all.length ? [...chosen] : [undefined];
}

/** The scopes that a choice of subjects, levels and county asks for: one list for each level, one scope per subject. */
export function scopesByLevel(filters: Choice): string[][] {
  return choices(filters.level, LEVELS).map((level) =>
    choices(filters.subject, SUBJECTS).map((subject) =>
      searchScope({ ...optional("subject", subject), ...optional("level", level), ...county(filters) }),
    ),
  );
}

export const scopesOf = (filters: Choice): string[] => scopesByLevel(filters).flat();

/** What the scopes of level sets begin with, for each subject asked for. */
export const levelSetScopes = (filters: Choice): string[] =>
  choices(filters.subject, SUBJECTS).map((subject) =>
    levelSetScope({ ...optional("subject", subject), ...county(filters) }),
  );

type Choice = Pick<SearchFilters, "subject" | "level" | "county">;

const county = (filters: Choice) => optional("county", filters.county ?? undefined);

const optional = <K extends string, V>(name: K, value: V | undefined): { [name in K]?: V } =>
  value === undefined ? {} : ({ [name]: value } as { [name in K]: V });
