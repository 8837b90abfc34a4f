import type { SaveState } from "@client/drafts/save-state";
import { CloudCheck, CloudOff } from "lucide-react";
import { formatTime } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { usePage } from "@/ui/page-context";

/** Whether the typed text is saved. Only errors are read aloud. */
export function SaveStatus({ state, storedLocally }: { state: SaveState; storedLocally: boolean }) {
  const { t } = usePage();
  if (state.kind === "idle") return null;
  const fine = state.kind === "saving" || state.kind === "saved" || isExpected(state);
  const Icon = fine ? CloudCheck : CloudOff;
  return (
    <p className="save-status" role={fine ? undefined : "status"} data-state={state.kind}>
      <Icon size={16} aria-hidden="true" />
      {wordsOf(t, state, storedLocally)}
    </p>
  );
}

const isExpected = (state: SaveState) =>
  state.kind === "unsaved" && (state.why === "local" || state.why === "subject");

function wordsOf(t: Translator, state: SaveState, storedLocally: boolean): string {
  switch (state.kind) {
    case "saved":
      return t("listings.form.status.saved", { time: formatTime(state.at, t.locale) });
    case "unsaved":
      return t(`listings.form.status.${storedLocally ? state.why : "notStored"}`);
    case "refused":
      return `${t(`listings.form.status.${storedLocally ? "storedLocally" : "notStored"}`)}. ${state.text}`;
    default:
      return t(`listings.form.status.${state.kind}`);
  }
}
