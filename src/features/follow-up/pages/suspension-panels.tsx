import {
  DangerNotice,
  DisableAccountPanel,
  PersonListings,
  PersonReports,
  ReinstateListingsPanel,
} from "@/features/moderation";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import type { SuspendedPerson } from "./find-suspended-person";

/** What the check is about, and how it can end. */
export function SuspensionPanel({ suspended: { person, reports } }: { suspended: SuspendedPerson }) {
  const { t } = usePage();
  return (
    <>
      <DangerNotice />
      <section className="panel stack">
        <p>{t("follow-up.suspension.help")}</p>
        <p>
          <LinkButton href={`mailto:${person.user.email}`} size="small">
            {t("follow-up.suspension.write")}
          </LinkButton>
        </p>
      </section>
      <PersonReports reports={reports} />
      <section className="stack">
        <h2>{t("users.user.listings")}</h2>
        <PersonListings person={person} />
      </section>
    </>
  );
}

/** Restores the listings, or disables the account: both end the task. */
export function SuspensionActions({
  suspended: { person, mayDisable },
  task,
}: {
  suspended: SuspendedPerson;
  /** The key of the row. */
  task: string;
}) {
  return (
    <>
      <ReinstateListingsPanel person={person} task={task} />
      {mayDisable ? <DisableAccountPanel person={person} reports={[]} task={task} /> : null}
    </>
  );
}
