import * as z from "zod/mini";
import { REPORT_REASONS, ROLES } from "@/shared/codes";
import { isOfAge, toDay } from "@/shared/dates";
import { normaliseLines } from "@/shared/text";
import { dayField, emailField, MINIMUM_AGE, publicNameField, refuseSplitContactData } from "./accounts";

/** Longest reason (characters) that an admin gives for disabling an account. */
export const REASON_LENGTH = 1000;

/** PATCH /api/admin/users/{id}: changes the given fields, at least one. Disabling needs a reason and a category. */
export const userChangesSchema = z
  .object({
    disabled: z.optional(z.boolean()),
    role: z.optional(z.enum(ROLES)),
    birth_date: z.optional(dayField),
    reason: z.optional(z.string().check(z.overwrite(normaliseLines), z.maxLength(REASON_LENGTH))),
    category: z.optional(z.enum(REPORT_REASONS)),
  })
  .check(
    // The statement of reasons needs both.
    z.superRefine((changes, issues) => {
      if (!changes.disabled) return;
      for (const field of ["category", "reason"] as const)
        if (!changes[field]?.trim()) issues.addIssue({ code: "custom", path: [field], message: "required" });
    }),
    z.refine(
      (changes) => [changes.disabled, changes.role, changes.birth_date].some((value) => value !== undefined),
      {
        path: ["disabled"],
        error: "required",
      },
    ),
  );

/** GET /api/admin/users: prefixes of words in name or e-mail address, and further filters. */
export const usersQuerySchema = z.object({
  q: z
    ._default(z.string().check(z.maxLength(200)), "")
    .check(z.describe("Search terms or their beginnings.")),
  role: z.optional(z.enum(ROLES)).check(z.describe("Role.")),
  disabled: z
    .optional(
      z.pipe(
        z.enum(["true", "false"]),
        z.transform((value) => value === "true"),
      ),
    )
    .check(z.describe("Only disabled, or only enabled accounts.")),
  after: z.optional(z.string()),
});

/**
 * POST /auth/users/create_special_user. The date of birth is optional; if given, the usual minimum age applies. Other
 * fields (an id, flags, the right to create admins) are dropped. `now` in ms, for the age in Bucharest's calendar.
 */
export function specialUserSchema({ now }: { now: number }) {
  const today = toDay(now);
  return z
    .object({
      email: emailField,
      first_name: publicNameField,
      last_name: publicNameField,
      birth_date: z.pipe(
        z.nullish(dayField),
        z.transform((day) => day ?? null),
      ),
      role: z._default(z.enum(ROLES), "u"),
    })
    .check(
      z.superRefine(refuseSplitContactData),
      z.superRefine(({ role, birth_date }, issues) => {
        const min = role === "u" ? MINIMUM_AGE.u : MINIMUM_AGE.t;
        if (birth_date !== null && !isOfAge(birth_date, min, today)) {
          issues.addIssue({ code: "custom", path: ["birth_date"], message: "too_young", params: { min } });
        }
      }),
    );
}
