import * as z from "zod";
import { ROLES } from "@/shared/codes";
import { isOfAge, toDay } from "@/shared/dates";
import { normaliseLines } from "@/shared/text";
import { dayField, emailField, MINIMUM_AGE, publicNameField, refuseSplitContactData } from "./accounts";

/** Longest reason (characters) that an admin gives for disabling an account. */
export const REASON_LENGTH = 1000;

/** PATCH /api/admin/users/{id}: changes the given fields, at least one. The user is told the reason. */
export const userChangesSchema = z
  .object({
    disabled: z.boolean().optional(),
    role: z.enum(ROLES).optional(),
    reason: z.string().overwrite(normaliseLines).max(REASON_LENGTH).default(""),
  })
  .refine(({ disabled, role }) => disabled !== undefined || role !== undefined, {
    path: ["disabled"],
    error: "required",
  });

/** GET /api/admin/users: prefixes of words in name or e-mail address, and further filters. */
export const usersQuerySchema = z.object({
  q: z.string().max(200).default(""),
  role: z.enum(ROLES).optional(),
  disabled: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional(),
  after: z.string().optional(),
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
      birth_date: dayField.nullish().transform((day) => day ?? null),
      role: z.enum(ROLES).default("u"),
    })
    .superRefine(refuseSplitContactData)
    .superRefine(({ role, birth_date }, issues) => {
      const min = role === "u" ? MINIMUM_AGE.u : MINIMUM_AGE.t;
      if (birth_date !== null && !isOfAge(birth_date, min, today)) {
        issues.addIssue({ code: "custom", path: ["birth_date"], message: "too_young", params: { min } });
      }
    });
}
