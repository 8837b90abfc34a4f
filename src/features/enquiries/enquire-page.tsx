import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { usePage } from "@/ui/page-context";
import { EnquiryForm, type EnquiryFormProps } from "./enquiry-form";

export type EnquirePageProps = EnquiryFormProps & { listing: { title: string; teacher: string } };

/** The form on a page of its own: after sign-in, and whenever a message could not be sent as it was. */
export function EnquirePage({ listing, ...form }: EnquirePageProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[
          { label: t("general.nav.find"), href: url(paths.listings()) },
          { label: listing.title, href: url(paths.listing(form.listingId)) },
        ]}
        current={t("enquiries.form.title")}
      />
      <header className="page-head">
        <h1>{t("enquiries.form.heading", { name: listing.teacher })}</h1>
        <p className="page-head__lead">{listing.title}</p>
      </header>
      <EnquiryForm {...form} />
    </div>
  );
}
