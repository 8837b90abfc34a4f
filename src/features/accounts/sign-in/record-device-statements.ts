import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { knownDevices } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { deviceName } from "@/shared/device-name";
import { formatDateTime } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/**
 * Statements that store the device of a sign-in and mail the user if the device is new. The account's first device
 * causes no mail. The statements take effect only if `guard` holds.
 */
export function recordDeviceStatements(
  ctx: Ctx,
  account: { id: string; email: string; locale: Locale },
  from: { userAgent: string; country: string },
  guard: SQL,
): Statement[] {
  const device = deviceName(from);
  const t = ctx.translator(account.locale);
  const mail = {
    template: "new_sign_in" as const,
    to: account.email,
    locale: account.locale,
    params: {
      device: device || t("accounts.unknownDevice"),
      time: formatDateTime(ctx.now, account.locale),
    },
    actionPath: paths.settings(),
  };
  const userDevices = sql`select 1 from ${knownDevices} where ${knownDevices.userId} = ${account.id}`;
  const newDeviceGuard = sql`${guard} and exists (${userDevices}) and not exists (${userDevices} and ${knownDevices.device} = ${device})`;
  return [
    queueMailStatement(ctx, mail, newDeviceGuard),
    insertWhere(
      ctx.db,
      knownDevices,
      { userId: account.id, device, firstTs: ctx.now, lastTs: ctx.now },
      guard,
    ).onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.device], set: { lastTs: ctx.now } }),
  ];
}
