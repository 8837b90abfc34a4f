import type { Translator } from "@/shared/i18n/translator";

/** The label of an audit action, or its code if it has none. */
export function formatAuditAction(t: Translator, action: string): string {
  const dot = action.indexOf(".");
  const [kind, name] = [action.slice(0, dot), action.slice(dot + 1)];
  const labelKey = [
    `users.actions.${kind}.${name}`,
    // Actions on listings and orders have their labels with the pages of these.
    kind === "listing" ? `admin.actions.${name}` : null,
    kind === "order" || kind === "promotion" ? `payments-admin.actions.${name}` : null,
  ].find((key) => key !== null && t.has(key));
  return labelKey ? t(labelKey) : action;
}
