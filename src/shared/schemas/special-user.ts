import * as z from "zod";
import { ROLES } from "@/shared/codes";
import { isOfAge, toDay } from "@/shared/dates";
import { dayField, emailField, MINIMUM_AGE, publicNameField } from "./accounts";

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
    .superRefine(({ role, birth_date }, issues) => {
      const minimum = role === "u" ? MINIMUM_AGE.u : MINIMUM_AGE.t;
      if (birth_date !== null && !isOfAge(birth_date, minimum, today)) {
        issues.addIssue({ code: "custom", path: ["birth_date"], message: "too_young", params: { minimum } });
      }
    });
}
