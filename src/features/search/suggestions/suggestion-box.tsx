import type { ReactNode } from "react";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";

/** Around the text box of a search and its label: with JavaScript, suggestions appear below it while the user types. */
export function SuggestionBox({ children }: { children: ReactNode }) {
  const { t } = usePage();
  const texts = { suggestions: t("search.suggestions.label"), teacher: t("general.roles.t") };
  return (
    <Enhanced name="suggestions" texts={texts}>
      {children}
    </Enhanced>
  );
}
