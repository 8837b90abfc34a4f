import { AdminPage } from "@/ui/admin-page";
import { Button, buttonClass, LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Enhanced } from "@/ui/enhanced";
import { fieldId } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { DecisionContext, type SubmittedDecision } from "./decision-context";
import { type DecisionFlash, DecisionNotice, UndoForm } from "./decision-notice";
import { formatEvent } from "./history";
import type { ModeratedItem, ModerationKind } from "./kind";

type ModeratedPage<Item extends ModeratedItem> = NonNullable<ModerationKind<unknown, Item>["page"]>;

export type ItemView<Item extends ModeratedItem> = {
  item: Item;
  submitted: SubmittedDecision;
  flash: DecisionFlash | null;
  /** Path of the next item in the list. */
  next: string | null;
  reasonBlocks: Record<string, string>;
};

/** Everything that an admin needs to decide about an item, with the decisions. */
export function ItemPage<Item extends ModeratedItem>({
  kind,
  page,
  view,
}: {
  kind: Pick<ModerationKind, "name" | "paths">;
  page: ModeratedPage<Item>;
  view: ItemView<Item>;
}) {
  const { t } = usePage();
  const { item, submitted, flash } = view;
  const { formatTitle, Actions, Aside, Content } = page;
  const title = formatTitle(t, item);
  return (
    <DecisionContext value={{ paths: kind.paths, item, submitted }}>
      <AdminPage
        parent={{ label: t(`moderation.kinds.${kind.name}.heading`), href: kind.paths.queue() }}
        heading={title}
        actions={<Actions item={item} />}
        aside={
          <>
            <DecisionPanel kind={kind} page={page} view={view} />
            {Aside ? <Aside item={item} /> : null}
          </>
        }
      >
        {flash ? <DecisionNotice kind={kind} flash={flash} /> : null}
        <Content item={item} />
      </AdminPage>
    </DecisionContext>
  );
}

/** The decisions; of a decided item the last decision, with the undo while it is possible. */
function DecisionPanel<Item extends ModeratedItem>({
  kind,
  page: { Decisions, decisionActions = [], hasKeys = false },
  view: { item, submitted, next, reasonBlocks },
}: {
  kind: Pick<ModerationKind, "paths">;
  page: ModeratedPage<Item>;
  view: ItemView<Item>;
}) {
  const { t, url } = usePage();
  const last = item.history?.find(({ action }) => decisionActions.includes(action));
  return (
    <Enhanced name="decision-keys" texts={reasonBlocks} immediate>
      <section className="panel stack">
        <h2>{t("moderation.frame.decision")}</h2>
        {submitted.message ? (
          <Notice tone="danger" live>
            {submitted.message}
          </Notice>
        ) : null}
        {item.waiting ? null : (
          <>
            <p>{t("moderation.frame.decided")}</p>
            {last ? (
              <p>
                {`${formatEvent(t, last)}, `}
                <Time ts={last.ts} clock />
              </p>
            ) : null}
            {item.canUndo ? <UndoForm action={kind.paths.action(item.id, "undo")} /> : null}
          </>
        )}
        <Decisions item={item} />
        {next ? (
          <LinkButton href={url(next)} variant="quiet" wide {...accessKeyProps(ACCESS_KEYS.next)}>
            {t("moderation.frame.next")}
          </LinkButton>
        ) : null}
        {hasKeys && (item.waiting || next) ? <Keys next={next} waits={item.waiting !== null} /> : null}
      </section>
    </Enhanced>
  );
}

/**
 * Access keys of the page, which work without a script and require a modifier key. client/enhance/decision-keys adds the
 * same keys without one. `DecisionButton` has A.
 */
const ACCESS_KEYS = { reject: "r", next: "n" } as const;
const accessKeyProps = (key: string): { accessKey: string } => ({ accessKey: key });

/** The keys of the page. */
function Keys({ next, waits }: { next: string | null; waits: boolean }) {
  const { t } = usePage();
  return (
    <>
      <p className="small muted decision-keys">
        {waits ? (
          <>
            <kbd>A</kbd> {t("moderation.frame.keys.approve")} ·{" "}
            {/* On a link, because screen reader users may follow it. */}
            <a href={`#${fieldId("reject-reason")}`} {...accessKeyProps(ACCESS_KEYS.reject)}>
              <kbd>R</kbd> {t("moderation.frame.keys.reject")}
            </a>
            {next ? " · " : null}
          </>
        ) : null}
        {next ? (
          <>
            <kbd>N</kbd> {t("moderation.frame.keys.next")}
          </>
        ) : null}
      </p>
      <KeysHelp />
    </>
  );
}

const KEYS_HELP_ID = "decision-keys-help";
const KEYS = { approve: "A", reject: "R", next: "N", open: "?" };

/** How to use the keys; the switch turns single keys off (WCAG 2.1.4). A native popover. */
function KeysHelp() {
  const { t } = usePage();
  return (
    <>
      <button
        type="button"
        className={`${buttonClass("quiet")} button--small`}
        popoverTarget={KEYS_HELP_ID}
        aria-haspopup="dialog"
      >
        {t("moderation.frame.keys.help")}
      </button>
      <div
        className="panel stack keys-help"
        id={KEYS_HELP_ID}
        popover="auto"
        role="dialog"
        aria-labelledby={`${KEYS_HELP_ID}-title`}
      >
        <h3 id={`${KEYS_HELP_ID}-title`}>{t("moderation.frame.keys.help")}</h3>
        <DescriptionList
          items={Object.entries(KEYS).map(([name, key]) => ({
            term: <kbd>{key}</kbd>,
            details: t(`moderation.frame.keys.${name}`),
            key: name,
          }))}
        />
        <label className="choice needs-script">
          <input type="checkbox" data-single-keys="" defaultChecked />
          <span>{t("moderation.frame.keys.single")}</span>
        </label>
        <p className="small muted">{t("moderation.frame.keys.how")}</p>
        <Button variant="secondary" size="small" popoverTarget={KEYS_HELP_ID}>
          {t("moderation.frame.keys.close")}
        </Button>
      </div>
    </>
  );
}
