import type { Ctx, Visitor } from "@/context";
import { Refused } from "@/shared/errors";

export const isAdmin = (user: Visitor | null): user is Visitor => user?.role === "a";
export const isTeacherOrAdmin = (user: Visitor | null): user is Visitor =>
  user?.role === "t" || user?.role === "a";

/** The signed-in visitor. @throws Refused `unauthenticated`. */
export function requireUser(ctx: Ctx): Visitor {
  if (!ctx.user) throw new Refused({ code: "unauthenticated" });
  return ctx.user;
}

/** @throws Refused `unauthenticated` or `forbidden`. */
export function requireTeacher(ctx: Ctx): Visitor {
  const user = requireUser(ctx);
  if (!isTeacherOrAdmin(user)) throw new Refused({ code: "forbidden", reason: "teachers_only" });
  return user;
}

/** @throws Refused `unauthenticated` or `forbidden`. */
export function requireAdmin(ctx: Ctx): Visitor {
  const user = requireUser(ctx);
  if (!isAdmin(user)) throw new Refused({ code: "forbidden", reason: "admins_only" });
  return user;
}
