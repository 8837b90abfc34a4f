import { Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { ProfilePage } from "./profile-page";
import { findOwnAccount } from "./queries";

export const profileRoutes = new Hono<AppEnv>();

profileRoutes.get(paths.profile(), async (c) => {
  const { ctx } = c.var;
  const profile = await findOwnAccount(ctx, requireUser(ctx).id);
  if (!profile) throw new Refused({ code: "unauthenticated" });
  return renderPage(
    c,
    { title: ctx.t("profile.title"), noindex: true },
    <ProfilePage profile={profile.user} />,
  );
});
