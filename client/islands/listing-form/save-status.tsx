import type { SaveState } from "@client/drafts/save-state";
import { CloudCheck, CloudOff } from "lucide-react";
import { formatTime } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { usePage } from "@/ui/page-context";

/** Whether the input is saved. Screen readers announce only errors. */
export function SaveStatus({ state, isStored }: { state: SaveState; isStored: boolean }) {
  const { t } = usePage();
  if (state.kind === "idle") return null;
  const isNormal = state.kind === "saving" || state.kind === "saved" || isExpected(state);
  const Icon = isNormal ? CloudCheck : CloudOff;
  return (
    <p className="save-status" role={isNormal ? undefined : "status"} data-state={state.kind}>
      <Icon size={16} aria-hidden="true" />
      {formatSaveState(t, state, isStored)}
    </p>
  );
}

const isExpected = (state: SaveState) =>
  state.kind === "unsaved" && (state.reason === "browserOnly" || state.reason === "subject");

function formatSaveState(t: Translator, state: SaveState, isStored: boolean): string {
  switch (state.kind) {
    case "saved":
      return t("listings.form.status.saved", { time: formatTime(state.savedTs, t.locale) });
    case "unsaved":
      return t(`listings.form.status.${isStored ? state.reason : "notStored"}`);
    case "refused":
      return `${t(`listings.form.status.${isStored ? "storedLocally" : "notStored"}`)}. ${state.message}`;
    default:
      return t(`listings.form.status.${state.kind}`);
  }
}
