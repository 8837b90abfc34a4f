import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { ERROR_STATUS } from "@/shared/errors";
import { SignedOutPage } from "@/ui/signed-out-page";
import { renderPage } from "./render";

/** Holds the `values` of a form, by name, until its sender has signed in and sends them to `action` again. */
export function renderSignedOut(c: Context<AppEnv>, action: string, values: Record<string, string[]>) {
  const fields = Object.entries(values).flatMap(([name, all]) => all.map((value) => [name, value] as const));
  const head = { title: c.var.ctx.t("general.signedOut.title"), noindex: true };
  const page = <SignedOutPage action={action} fields={fields} />;
  return renderPage(c, head, page, ERROR_STATUS.unauthenticated);
}
