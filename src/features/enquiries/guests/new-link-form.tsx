import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";

/** Asks for a mail with the link to a guest's conversation. */
export function NewLinkForm({ id }: { id: string }) {
  const { t, url } = usePage();
  return (
    <>
      <p>{t("enquiries.link.nextStep")}</p>
      <ActionButton action={url(paths.enquiryLink(id))}>{t("enquiries.link.request")}</ActionButton>
    </>
  );
}
