import type { PaperLine } from "@/features/receipts";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** An order's papers in a line, each by what it is and its number. */
export function PaperLinks({ papers }: { papers: readonly PaperLine[] }) {
  const { t, url } = usePage();
  if (papers.length === 0) return null;
  return (
    <div className="entry__meta">
      <div className="row">
        {papers.map(({ number, label, kind }) => (
          <a key={number} href={url(paths.paper(number))}>
            {t(`purchases.papers.${kind}`, { label })}
          </a>
        ))}
      </div>
    </div>
  );
}
