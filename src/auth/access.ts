import type { Ctx, SignedInUser } from "@/context";
import { Refused } from "@/shared/errors";

export const isAdmin = (user: SignedInUser | null): user is SignedInUser & { role: "a" } =>
  user?.role === "a";
export const isTeacherOrAdmin = (user: SignedInUser | null): user is SignedInUser =>
  user?.role === "t" || user?.role === "a";

/** The signed-in visitor. @throws Refused `unauthenticated`. */
export function requireUser(ctx: Ctx): SignedInUser {
  if (!ctx.user) throw new Refused({ code: "unauthenticated" });
  return ctx.user;
}

/** @throws Refused `unauthenticated` or `forbidden`. */
export function requireTeacher(ctx: Ctx): SignedInUser {
  const user = requireUser(ctx);
  if (!isTeacherOrAdmin(user)) throw new Refused({ code: "forbidden", reason: "teachers_only" });
  return user;
}

/** @throws Refused `unauthenticated` or `forbidden`. */
export function requireAdmin(ctx: Ctx): SignedInUser {
  const user = requireUser(ctx);
  if (!isAdmin(user)) throw new Refused({ code: "forbidden", reason: "admins_only" });
  return user;
}
