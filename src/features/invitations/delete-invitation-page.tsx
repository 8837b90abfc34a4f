import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { ActionButton, LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import type { Invitation } from "./queries";

/** Asks whether to delete an invitation. */
export function DeleteInvitationPage({ invitation: { id, email, draft } }: { invitation: Invitation }) {
  const { t, url } = usePage();
  const name = draft ? formatFullName({ firstName: draft.first_name, lastName: draft.last_name }) : "";
  return (
    <AdminPage
      heading={t("invitations.admin.deleteHeading")}
      parent={{ label: t("invitations.admin.heading"), href: paths.adminInvitations() }}
      narrow
    >
      <div className="stack">
        <p className="break-anywhere">
          <strong>{name}</strong>, {email}
        </p>
        <p>{t("invitations.admin.deleteText")}</p>
        <div className="row">
          <ActionButton action={url(paths.adminDeleteInvitation(id))} variant="danger">
            {t("invitations.admin.deleteConfirm")}
          </ActionButton>
          <LinkButton href={url(paths.adminInvitations())} variant="quiet">
            {t("general.common.cancel")}
          </LinkButton>
        </div>
      </div>
    </AdminPage>
  );
}
