import type { StoredDraft } from "@client/drafts/stored-drafts";
import { formatDateTime } from "@/shared/format";
import type { FormValues } from "@/shared/schemas/listing";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

type Props = { draft: StoredDraft; onRestore(values: FormValues): void; onDiscard(): void };

/** Offers to restore unsaved text. */
export function PostDraftNotice({ draft, onRestore, onDiscard }: Props) {
  const { t, locale } = usePage();
  return (
    <Notice title={t("blog-admin.draft.title")} live>
      <p>{t("blog-admin.draft.text", { time: formatDateTime(draft.at, locale) })}</p>
      <p className="row">
        <Button variant="secondary" size="small" onClick={() => onRestore(draft.values)}>
          {t("blog-admin.draft.restore")}
        </Button>
        <Button variant="quiet" size="small" onClick={onDiscard}>
          {t("blog-admin.draft.discard")}
        </Button>
      </p>
    </Notice>
  );
}
